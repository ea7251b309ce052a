export type DrillOptions = {
  servers: number;
  agents: number;
  browsers: number;
  /** How long the crowd stays. */
  seconds: number;
  /** How many requests the fuzzer draws. */
  requests: number;
  seed: string;
  /** Whether the machine does other work too, so that calls may wait longer for a lock than the servers allow. */
  isBusy: boolean;
};

export type Outcome = {
  figures: readonly (readonly [what: string, figure: string])[];
  /** What went wrong. If there is nothing, the drill has passed. */
  faults: readonly string[];
};

export type Drill = { about: string; run: (options: DrillOptions) => Promise<Outcome> };
