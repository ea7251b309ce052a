import type { Config } from '../../platform/config.ts';
import { pacedSeconds } from '../../platform/pacing.ts';

const firstRetrySeconds = 60;
const longestRetrySeconds = 3600;

type Pace = { delay_start: number; delay_end: number };

/** Seconds to the next message of an account: anything between the user's two delays. */
export function nextDelay(config: Config, { delay_start, delay_end }: Pace): number {
  return pacedSeconds(config, delay_start + Math.random() * (delay_end - delay_start));
}

const graceSeconds = 300;

/** Seconds within which an account that sends has done so again. */
export function longestSilence(config: Config, { delay_end }: Pace): number {
  return pacedSeconds(config, delay_end + graceSeconds);
}

/** Seconds a person waits after so many failures: twice as long each time, up to an hour. */
export function retryDelay(config: Config, failures: number): number {
  return pacedSeconds(config, Math.min(firstRetrySeconds * 2 ** (failures - 1), longestRetrySeconds));
}
