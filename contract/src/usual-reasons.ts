import type { StatusReason } from './campaigns.ts';

/** Doesn't depend on zod, so the web app can import it. */

/** Normal pauses between messages. */
export const usualWaits: ReadonlySet<StatusReason['code']> = new Set<StatusReason['code']>([
  'waiting_for_time',
  'retry_later',
  'account_busy',
]);

/** Not worth mentioning on screens that show only problems. */
export const usualReasons: ReadonlySet<StatusReason['code']> = new Set<StatusReason['code']>([
  ...usualWaits,
  'not_started',
  'ready',
  'sending',
  'nothing_left',
]);
