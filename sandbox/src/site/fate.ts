import { rateLimitFaults } from '../faults/fault.catalogue.ts';
import type { RateLimitName, SendFaultName } from '../faults/fault.catalogue.ts';
import type { DialogName } from './page-data.ts';

/** What becomes of one message. */
export interface Fate {
  arrives: boolean;
  /** How its bubble looks, from now on; none where nothing is kept. */
  bubble: Bubble | null;
  aftermath: 'nothing' | 'late refusal' | 'challenge' | 'sign-out' | 'connection lost' | 'page dies';
  dialog: DialogName | null;
  /** From the bubble to the dialog. */
  dialogAfterMs: number;
}

export interface Bubble {
  /** Marked "Failed to send" this much later. */
  failsAfterMs?: number;
  /** Shown this much later; `null` only after the next load. */
  shownAfterMs?: number | null;
  /** "Sending…" this long; `null` for ever. */
  settlesAfterMs?: number | null;
}

export function fateOf(name: SendFaultName | null, delay: (realMs: number) => number): Fate {
  const lost: Fate = { arrives: false, bubble: null, aftermath: 'nothing', dialog: null, dialogAfterMs: 0 };
  const arrived: Fate = { ...lost, arrives: true, bubble: {} };
  if (isRateLimit(name)) return { ...lost, bubble: { failsAfterMs: 0 }, dialog: name, dialogAfterMs: delay(0) };
  switch (name) {
    case null:
      return arrived;
    case 'challenge_on_send':
      return { ...lost, aftermath: 'challenge' };
    case 'signed_out_on_send':
      return { ...lost, aftermath: 'sign-out' };
    case 'limit_without_bubble':
      return { ...lost, dialog: 'rate_limit' };
    case 'limit_after_send':
      return { ...arrived, dialog: 'rate_limit', dialogAfterMs: delay(1000) };
    case 'strange_notice_on_send':
      return { ...arrived, dialog: 'strange_notice', dialogAfterMs: delay(1000) };
    case 'failed_bubble':
      return { ...lost, bubble: { failsAfterMs: 0 } };
    case 'late_failure':
      return { ...lost, bubble: { failsAfterMs: delay(8000) } };
    case 'connection_lost_on_send':
      return { ...lost, aftermath: 'connection lost' };
    case 'connection_lost_after_send':
      return { ...arrived, bubble: { shownAfterMs: null }, aftermath: 'connection lost' };
    case 'stuck_sending':
      return { ...lost, bubble: { settlesAfterMs: null } };
    case 'swallowed':
      return lost;
    case 'late_refusal':
      return { ...lost, bubble: {}, aftermath: 'late refusal' };
    case 'dies_after_send':
      return { ...arrived, aftermath: 'page dies' };
    case 'hidden_bubble':
      return { ...arrived, bubble: { shownAfterMs: null } };
    case 'text_stays':
      return { ...arrived, bubble: { settlesAfterMs: delay(4000) }, dialog: 'notifications' };
    case 'late_bubble':
      return { ...arrived, bubble: { shownAfterMs: delay(3000) } };
    case 'slow_sending':
      return { ...arrived, bubble: { settlesAfterMs: delay(4000) } };
  }
}

function isRateLimit(name: SendFaultName | null): name is RateLimitName {
  return rateLimitFaults.some((limit) => limit === name);
}
