import type { Config } from '../../platform/config.ts';
import { pacedSeconds } from '../../platform/pacing.ts';

type Pace = { delay_start: number; delay_end: number };

/** Seconds to the next message of an account: anything between the user's two delays. */
export function nextDelay(config: Config, { delay_start, delay_end }: Pace): number {
  return pacedSeconds(config, delay_start + Math.random() * (delay_end - delay_start));
}

const firstRestSeconds = 20;
const longestRestSeconds = 120;

/**
 * Seconds an account rests after it gave a person back untouched: twice as long each time in a row, up to two minutes. More
 * would be felt by a user who has just closed their own window.
 */
export function restAfterRelease(config: Config, timesInARow: number): number {
  return pacedSeconds(config, Math.min(firstRestSeconds * 2 ** Math.max(0, timesInARow - 1), longestRestSeconds));
}

const daySeconds = 86_400;

/** A day as it passes here. */
export function oneDay(config: Config): number {
  return pacedSeconds(config, daySeconds);
}
