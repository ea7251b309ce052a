import { siteTexts } from './locators.ts';
import type { SiteTexts } from './texts/site.texts.ts';
import type { FailReason, RetryReason, StopReason, UnknownReason, WaitReason } from '@sandpiper/contract/reasons';
import type { Gate } from './address.ts';

/** What Instagram objects to: the account may do nothing more until it was looked at. */
export type Stop = { reason: StopReason; detail: string | null };

/** How an attempt to send, or a look whether something was sent, ended. */
export type SendReport = (
  | { outcome: 'sent'; sentAt: string }
  | { outcome: 'failed'; reason: RetryReason | FailReason; detail: string | null }
  | { outcome: 'not_found'; reason: 'not_found'; detail: string | null }
  | { outcome: 'skipped'; reason: 'conversation'; detail: string | null }
  | { outcome: 'released'; reason: WaitReason | StopReason; detail: string | null }
  | { outcome: 'unknown'; reason: UnknownReason; detail: string | null }
) & {
  /** Instagram objected to the account meanwhile, whatever became of the message. */
  stop?: Stop | null;
};

type Outcome =
  | { outcome: 'sent'; sentAt: string }
  | { outcome: 'failed'; reason: string; detail: string; isRetryable: boolean }
  | { outcome: 'not_found'; reason: string; detail: string }
  | { outcome: 'blocked'; reason: string; detail: string }
  | { outcome: 'unknown'; reason: string; detail: string }
  | { outcome: 'released'; reason: string; detail: string };

/**
 * How an attempt to send, or to find out whether something was sent, ended. `stops`: whatever became of the message,
 * Instagram objected to the account meanwhile, so that it may do nothing more.
 */
export type OldReport = Outcome & { stops?: Gate | null };

/** What became of the message does not show: look again with a fresh page. */
export type UnclearEnd = { outcome: 'unclear'; reason: string; detail: string };

/** Ends an attempt from anywhere in its steps. */
export class Ended extends Error {
  readonly report: OldReport;
  constructor(report: OldReport) {
    super(report.outcome);
    this.name = 'Ended';
    this.report = report;
  }
}

export function blockedBy(gate: Gate): Ended {
  return new Ended({ outcome: 'blocked', ...gate });
}

export function failed(reason: string, detail: string, isRetryable = false): Ended {
  return new Ended({ outcome: 'failed', reason, detail, isRetryable });
}

export function isSupported(language: string): boolean {
  return Object.hasOwn(siteTexts, language);
}

/** The words of the page's language; English where it is not known, for the little that can be said then. */
export function textsFor(language: string): SiteTexts {
  const texts = siteTexts[language] ?? siteTexts['en'];
  if (texts === undefined) throw new Error('The table of texts has no English');
  return texts;
}

/** Compares as people do: blanks of any kind are one blank, an apostrophe is an apostrophe. */
export function plainText(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[’‘]/gu, "'").trim();
}

export function hasAny(text: string, parts: readonly string[]): boolean {
  const lower = plainText(text).toLowerCase();
  return parts.some((part) => lower.includes(plainText(part).toLowerCase()));
}

export function isOneOf(text: string, names: readonly string[]): boolean {
  const lower = plainText(text).toLowerCase();
  return names.some((name) => plainText(name).toLowerCase() === lower);
}
