import { goAheadMs } from '@sandpiper/contract/limits';
import type { ReasonCode } from '@sandpiper/contract/reasons';
import type { Config } from '../../platform/config.ts';
import { scaledSeconds } from '../../platform/time-scale.ts';

type Pace = { delay_start: number; delay_end: number };

/** Returns a random delay until an account's next message, in seconds, between the minimum and the maximum in the user's settings. */
export function nextDelay(config: Config, { delay_start, delay_end }: Pace): number {
  return scaledSeconds(config, delay_start + Math.random() * (delay_end - delay_start));
}

/**
 * Returns the pause in seconds that starts at the go-ahead. It includes the time until the go-ahead expires, because the agent may press
 * Enter until then.
 */
export function pauseAfterGoAhead(config: Config, pace: Pace): number {
  return nextDelay(config, pace) + scaledSeconds(config, goAheadMs / 1000);
}

const firstRestSeconds = 20;
const longestRestSeconds = 120;
/**
 * How long an account rests after Instagram's pages have changed. Instagram doesn't change them back within minutes, and each retry would
 * open several pages.
 */
const driftRestSeconds = 1800;

/**
 * Returns how many seconds an account rests after it released a claim. Unless Instagram's pages have changed, the rest doubles with each
 * release in a row, up to two minutes. A longer rest would annoy users who just closed their own Firefox window.
 */
export function restAfterRelease(config: Config, timesInARow: number, reason: ReasonCode | null): number {
  if (reason === 'page_drift') return scaledSeconds(config, driftRestSeconds);
  return scaledSeconds(config, Math.min(firstRestSeconds * 2 ** Math.max(0, timesInARow - 1), longestRestSeconds));
}
