export type DrillOptions = {
  servers: number;
  agents: number;
  browsers: number;
  /** How many seconds the crowd drill lasts. */
  seconds: number;
  /** How many random requests the fuzz drill sends. */
  requests: number;
  /** The seed for the fuzz drill's random requests. */
  seed: string;
  /** Whether the machine is doing other work as well. If it is, calls may fail because they waited too long for a lock. */
  isBusy: boolean;
};

export type Outcome = {
  figures: readonly (readonly [what: string, figure: string])[];
  /** What went wrong. The drill has passed if this is empty. */
  faults: readonly string[];
};

export type Drill = { about: string; run: (options: DrillOptions) => Promise<Outcome> };
