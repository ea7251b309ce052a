import {
  detailText,
  reasonOf,
  reasonText,
  type FailReason,
  type ReasonCode,
  type RetryReason,
  type StopReason,
  type UnknownReason,
  type WaitReason,
} from '@sandpiper/contract/reasons';
import { plain } from './page/page-script/elements.script.ts';

/** Why the account must stop. `detail` adds to the text for the reason, for example by quoting what Instagram said. */
export type Stop = { reason: StopReason; detail: string | null };

/** How Instagram's server responded. `unclear`: the agent couldn't interpret the response. `none`: the agent saw no response. */
export type AnswerKind = 'sent' | 'refused' | 'unclear' | 'none';

/**
 * How an attempt to send or check a message ended. `stop`: the account must stop, whatever happened to the message. `messageId`:
 * Instagram's ID for the message, if the agent saw it. `answer`: how Instagram's server responded when the page sent the message.
 * `mayHang`: the page took too long to open, so the tab itself may have stopped responding.
 */
export type SendReport = (
  | { outcome: 'sent'; sentAt: string }
  | { outcome: 'failed'; reason: RetryReason | FailReason; detail: string | null }
  | { outcome: 'not_found'; reason: 'not_found'; detail: string | null }
  | { outcome: 'skipped'; reason: 'conversation'; detail: string | null }
  | { outcome: 'released'; reason: WaitReason | StopReason; detail: string | null }
  | { outcome: 'unknown'; reason: UnknownReason; detail: string | null }
) & { stop?: Stop | null; messageId?: string; answer?: AnswerKind; mayHang?: boolean };

/** Any step can throw this error, which ends the attempt with a report. */
export class Ended extends Error {
  readonly report: SendReport;
  constructor(report: SendReport) {
    super(report.outcome);
    this.name = 'Ended';
    this.report = report;
  }
}

export function stopped(stop: Stop): Ended {
  return new Ended({ outcome: 'released', ...stop, stop });
}

export function failed(reason: RetryReason | FailReason, detail: string | null = null): Ended {
  return new Ended({ outcome: 'failed', reason, detail });
}

export function unknown(reason: UnknownReason, detail: string | null = null): SendReport {
  return { outcome: 'unknown', reason, detail };
}

/** Returns the error that skips a person because they have written to this account. */
export function inConversation(): Ended {
  return new Ended({ outcome: 'skipped', reason: 'conversation', detail: null });
}

/** Returns the first 300 characters of Instagram's text in quotation marks, for a report's `detail`. */
export function quote(words: string): string {
  return `"${plain(words).slice(0, 300)}"`;
}

/** Returns the text for the reason why a user's request failed. Unlike a message, such a request isn't retried automatically. */
export function requestReasonText(reason: ReasonCode, detail: string | null): string {
  const { kind, text } = reasonOf(reason);
  if (kind !== 'wait') return reasonText(reason, detail);
  const advice = reason === 'network' ? 'Check the internet connection, then try again.' : 'Try again later.';
  return [text, detailText(detail), advice].filter((part) => part !== '').join(' ');
}
