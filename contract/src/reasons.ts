import { failReasons, retryReasons, skipReasonTable, unknownReasons } from './person-reasons.ts';
import type { Reason } from './reason.types.ts';
import { stopReasons, timedHoldAdvice } from './stop-reasons.ts';
import { waitReasonTable } from './wait-reasons.ts';

/*
 * Every reason that the agent and the server exchange and the web app shows. This file doesn't depend on zod, so forms and the agent can
 * import it. The tables in docs/agent.md are generated from these reasons.
 */

export const reasons = {
  ...stopReasons,
  ...waitReasonTable,
  ...retryReasons,
  ...failReasons,
  ...skipReasonTable,
  ...unknownReasons,
} as const;

export type ReasonCode = keyof typeof reasons;
export type StopReason = keyof typeof stopReasons;
export type WaitReason = keyof typeof waitReasonTable;
export type RetryReason = keyof typeof retryReasons;
export type FailReason = keyof typeof failReasons;
export type SkipReason = keyof typeof skipReasonTable;
export type UnknownReason = keyof typeof unknownReasons;

function areCodesOf<Code extends string>(table: Record<Code, Reason>, keys: string[]): keys is [Code, ...Code[]] {
  return keys.length > 0 && keys.every((key) => Object.hasOwn(table, key));
}

function codesOf<Code extends string>(table: Record<Code, Reason>): [Code, ...Code[]] {
  const keys = Object.keys(table);
  if (!areCodesOf(table, keys)) throw new Error('A table of reasons is empty');
  return keys;
}

export const reasonCodes = codesOf(reasons);
export const stopReasonCodes = codesOf(stopReasons);
export const waitReasonCodes = codesOf(waitReasonTable);
export const skipReasonCodes = codesOf(skipReasonTable);

export function isReasonCode(value: string | null): value is ReasonCode {
  return value !== null && Object.hasOwn(reasons, value);
}

export function isSkipReason(value: string | null): value is SkipReason {
  return value !== null && Object.hasOwn(skipReasonTable, value);
}

export function isStopReason(value: string | null): value is StopReason {
  return value !== null && Object.hasOwn(stopReasons, value);
}

export function isWaitReason(value: string | null): value is WaitReason {
  return value !== null && Object.hasOwn(waitReasonTable, value);
}

export function reasonOf(code: ReasonCode): Reason {
  return reasons[code];
}

/** Returns a detail, such as `HTTP 503` or `@anna`, as a sentence to put between others. Quoted text stays as it is. */
export function detailText(detail: string | null): string {
  return detail !== null && /[\p{L}\p{N}_)]$/u.test(detail) ? `${detail}.` : (detail ?? '');
}

/**
 * Returns what the user can do, or an empty string. For an account on hold, `until` is when the hold ends automatically, or null if it lasts
 * until the owner ends it. Omit `until` if the end of the hold isn't known.
 */
export function adviceOf(code: ReasonCode, until?: string | null): string {
  const { advice, hold } = reasonOf(code);
  if (hold !== 'timed' || until === undefined) return advice;
  return until === null ? timedHoldAdvice.lasting : timedHoldAdvice.ending;
}

/**
 * Returns the full text for the user: what happened, what Instagram or the computer said about it, and what to do. `until` is the same as
 * for `adviceOf`.
 */
export function reasonText(code: ReasonCode, detail: string | null = null, until?: string | null): string {
  return [reasonOf(code).text, detailText(detail), adviceOf(code, until)].filter((part) => part !== '').join(' ');
}
