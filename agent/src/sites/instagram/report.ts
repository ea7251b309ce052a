import type { FailReason, RetryReason, StopReason, UnknownReason, WaitReason } from '@sandpiper/contract/reasons';
import { plain } from './page/page-script/elements.script.ts';

/** Why the account must stop. `detail`: what Instagram said, in addition to the reason's text. */
export type Stop = { reason: StopReason; detail: string | null };

/** `unclear`: in a form that the agent does not know. */
export type AnswerKind = 'sent' | 'refused' | 'unclear' | 'none';

/**
 * How an attempt to send or check a message ended. `stop`: independently of the message, the account must stop. `messageId`:
 * Instagram's id of the message, if it was seen. `answer`: what its server answered when the page sent the message.
 */
export type SendReport = (
  | { outcome: 'sent'; sentAt: string }
  | { outcome: 'failed'; reason: RetryReason | FailReason; detail: string | null }
  | { outcome: 'not_found'; reason: 'not_found'; detail: string | null }
  | { outcome: 'skipped'; reason: 'conversation'; detail: string | null }
  | { outcome: 'released'; reason: WaitReason | StopReason; detail: string | null }
  | { outcome: 'unknown'; reason: UnknownReason; detail: string | null }
) & { stop?: Stop | null; messageId?: string; answer?: AnswerKind };

/** Thrown to end an attempt from any of its steps. */
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

/** The person has written to this account. */
export function inConversation(): Ended {
  return new Ended({ outcome: 'skipped', reason: 'conversation', detail: null });
}

/** Instagram's words as the `detail` of a report. */
export function quote(words: string): string {
  return `"${plain(words).slice(0, 300)}"`;
}
