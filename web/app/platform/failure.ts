import { ApiError } from '@sandpiper/contract/client';

/** The server's text about a failed call, or the fallback if it sent none. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return fallback;
  // Only the server's own body has a request id; for other answers the client made up the text.
  return error.body.requestId === undefined ? fallback : (error.body.error ?? fallback);
}

/** Why a call failed, or undefined for an error of our own code. */
export function failureReason(error: unknown): string | undefined {
  return error instanceof ApiError ? error.message : undefined;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The user decided against what was asked of them, so there is nothing to say. */
export class CanceledError extends Error {}

/** The server wants the password again first. */
export function needsRecentSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'recent_sign_in_required';
}

/** What finishes a sign-in together with a code; null: that isn't why the call failed. */
export function challengeOf(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'two_factor_required' ? (error.body.challenge ?? null) : null;
}

/** The call timed out; the server may still complete it. */
export function isTimeout(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'timeout';
}

/** No answer from the server, and none to wait for. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0 && !isTimeout(error);
}

/** The server refused the call in the current state; its text says why. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** The session ended. The guard redirects to sign-in, so no toast is needed. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** What the server found wrong with each field. */
export function failedFields(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body.fields ?? {}) : {};
}
