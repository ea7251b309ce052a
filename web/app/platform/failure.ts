import { ApiError } from '@sandpiper/contract/client';

/** Returns the server's text about a failed call, or the fallback if it sent none. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return fallback;
  // Only the server's own error body has a request ID. For any other response, the client made up the text.
  return error.body.requestId === undefined ? fallback : (error.body.error ?? fallback);
}

/** Returns why a call failed, or undefined for an error in our own code. */
export function failureReason(error: unknown): string | undefined {
  return error instanceof ApiError ? error.message : undefined;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Thrown when the user cancels a dialog, so there is nothing to report. */
export class CanceledError extends Error {}

/** Returns whether the server requires the password again before it accepts the call. */
export function needsRecentSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'recent_sign_in_required';
}

/** Returns the challenge that completes a sign-in together with a code, or null if the call failed for another reason. */
export function challengeOf(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'two_factor_required' ? (error.body.challenge ?? null) : null;
}

/** Returns whether the call timed out. The server may still complete it. */
export function isTimeout(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'timeout';
}

/** Returns whether the server couldn't be reached at all, so it can't still be completing the call. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0 && !isTimeout(error);
}

/** Returns whether the server refused the call because it conflicts with the current state. The error's text says why. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** Returns whether the session has ended. The guard redirects to sign-in, so no toast is needed. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Returns the server's message for each invalid field. */
export function failedFields(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body.fields ?? {}) : {};
}
