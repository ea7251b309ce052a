import type { FailReason, RetryReason, StopReason, UnknownReason, WaitReason } from '@sandpiper/contract/reasons';
import { plain } from './page/page-script/elements.script.ts';

/** Why the account must stop. `detail`: what Instagram said, in addition to the text for the reason. */
export type Stop = { reason: StopReason; detail: string | null };

/** How Instagram's server answered. `unclear`: in a format that the agent doesn't know. `none`: the agent saw no answer. */
export type AnswerKind = 'sent' | 'refused' | 'unclear' | 'none';

/**
 * How an attempt to send or check a message ended. `stop`: the account must stop, whatever happened to the message.
 * `messageId`: Instagram's id for the message, if the agent saw it. `answer`: what Instagram's server answered when the page
 * sent the message.
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

/** Ends an attempt because the person has written to this account. */
export function inConversation(): Ended {
  return new Ended({ outcome: 'skipped', reason: 'conversation', detail: null });
}

/** Quotes Instagram's words for a report's `detail`. */
export function quote(words: string): string {
  return `"${plain(words).slice(0, 300)}"`;
}
