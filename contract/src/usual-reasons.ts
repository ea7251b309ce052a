import type { StatusReason } from './campaigns.ts';

/** Free of zod, so that the web app can import it. */

/** Normal pauses between messages. */
export const usualWaits: ReadonlySet<StatusReason['code']> = new Set<StatusReason['code']>([
  'waiting_for_time',
  'retry_later',
  'account_busy',
]);

/** What isn't worth a sentence where a screen shows only what is wrong. */
export const usualReasons: ReadonlySet<StatusReason['code']> = new Set<StatusReason['code']>([
  ...usualWaits,
  'not_started',
  'ready',
  'sending',
  'nothing_left',
]);
