export type DrillOptions = {
  servers: number;
  agents: number;
  browsers: number;
  /** How long the crowd stays. */
  seconds: number;
  /** How many requests the fuzz draws. */
  requests: number;
  seed: string;
  /** The machine does other work too, so calls may wait longer for a lock than the servers allow. */
  isBusy: boolean;
};

export type Outcome = {
  figures: readonly (readonly [what: string, figure: string])[];
  /** What must not happen. None: the drill has passed. */
  faults: readonly string[];
};

export type Drill = { about: string; run: (options: DrillOptions) => Promise<Outcome> };
