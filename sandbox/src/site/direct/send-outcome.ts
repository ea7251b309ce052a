import { rateLimitFaults } from '../../faults/fault.catalog.ts';
import type { RateLimitName, SendFaultName } from '../../faults/fault.catalog.ts';
import type { DialogName } from '../page-data.ts';

/** What happens to a message. */
export interface SendOutcome {
  arrives: boolean;
  /** How the message's bubble changes over time. Null if the message isn't stored. */
  bubble: Bubble | null;
  aftermath: 'nothing' | 'late refusal' | 'challenge' | 'sign-out' | 'connection lost' | 'page dies';
  dialog: DialogName | null;
  /** The delay between the bubble and the dialog. */
  dialogAfterMs: number;
  answer: AnswerKind;
  /** The delay until the server responds to the request. */
  answerAfterMs: number;
}

/** The kind of response to the request. `lost`: the connection breaks. `none`: the server never responds. */
export type AnswerKind =
  | 'sent'
  | 'refused'
  | 'limited'
  | 'hurried'
  | 'checkpoint'
  | 'signed out'
  | 'failed'
  | 'lost'
  | 'none';

export interface Bubble {
  /** The delay until the bubble shows "Failed to send". */
  failsAfterMs?: number;
  /** The delay until the bubble appears. Null means not before the next page load. */
  shownAfterMs?: number | null;
  /** How long the bubble shows "Sending…". Null means until the next page load, which removes the message. */
  settlesAfterMs?: number | null;
}

const lost: SendOutcome = {
  arrives: false,
  bubble: null,
  aftermath: 'nothing',
  dialog: null,
  dialogAfterMs: 0,
  answer: 'failed',
  answerAfterMs: 0,
};
const arrived: SendOutcome = { ...lost, arrives: true, bubble: {}, answer: 'sent' };

export function sendOutcomeOf(name: SendFaultName | null, delay: (realMs: number) => number): SendOutcome {
  if (isRateLimit(name)) {
    const answer = name === 'wait_few_minutes' ? 'hurried' : 'limited';
    return { ...lost, bubble: { failsAfterMs: 0 }, dialog: name, dialogAfterMs: delay(0), answer };
  }
  const late = (realMs: number) => ({ bubble: { settlesAfterMs: delay(realMs) }, answerAfterMs: delay(realMs) });
  switch (name) {
    case null:
      return arrived;
    case 'challenge_on_send':
      return { ...lost, aftermath: 'challenge', answer: 'checkpoint' };
    case 'signed_out_on_send':
      return { ...lost, aftermath: 'sign-out', answer: 'signed out' };
    case 'limit_without_bubble':
      return { ...lost, dialog: 'rate_limit', answer: 'limited' };
    case 'limit_after_send':
      return { ...arrived, dialog: 'rate_limit', dialogAfterMs: delay(1000) };
    case 'strange_notice_on_send':
      return { ...arrived, dialog: 'strange_notice', dialogAfterMs: delay(1000) };
    case 'failed_bubble':
      return { ...lost, bubble: { failsAfterMs: 0 } };
    case 'late_failure':
      return { ...lost, bubble: { failsAfterMs: delay(8000) }, answerAfterMs: delay(8000) };
    case 'connection_lost_on_send':
      return { ...lost, aftermath: 'connection lost', answer: 'lost' };
    case 'connection_lost_after_send':
      return { ...arrived, bubble: { shownAfterMs: null }, aftermath: 'connection lost', answer: 'lost' };
    case 'stuck_sending':
      return { ...lost, bubble: { settlesAfterMs: null }, answer: 'none' };
    case 'swallowed':
      return lost;
    case 'late_refusal':
      return { ...lost, bubble: {}, aftermath: 'late refusal', answer: 'refused' };
    case 'dies_after_send':
      return { ...arrived, aftermath: 'page dies' };
    case 'hidden_bubble':
      return { ...arrived, bubble: { shownAfterMs: null } };
    case 'text_stays':
      return { ...arrived, ...late(4000), dialog: 'notifications' };
    case 'late_bubble':
      return { ...arrived, bubble: { shownAfterMs: delay(3000) } };
    case 'slow_sending':
      return { ...arrived, ...late(4000) };
  }
}

function isRateLimit(name: SendFaultName | null): name is RateLimitName {
  return rateLimitFaults.some((limit) => limit === name);
}
