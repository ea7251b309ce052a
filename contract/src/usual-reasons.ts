import type { StatusReason } from './campaign-status.ts';

/* Status reasons that don't point to a problem. This file doesn't depend on zod, so the web app can import it. */

/** Reasons for the normal pauses between messages. */
export const usualWaits: ReadonlySet<StatusReason['code']> = new Set<StatusReason['code']>([
  'waiting_for_time',
  'retry_later',
  'account_busy',
]);

/** Reasons that aren't worth mentioning on screens that show only problems. */
export const usualReasons: ReadonlySet<StatusReason['code']> = new Set<StatusReason['code']>([
  ...usualWaits,
  'not_started',
  'ready',
  'sending',
  'nothing_left',
]);
