import { ApiError } from '@sandpiper/contract/client';

/** Returns the server's error message for a failed call, or `fallback` if there is none. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return fallback;
  // Only error bodies from our server contain a request ID. For other responses, the API client generated the message.
  return error.body.requestId === undefined ? fallback : (error.body.error ?? fallback);
}

/** Returns the message of an API error, or undefined for any other error. */
export function failureReason(error: unknown): string | undefined {
  return error instanceof ApiError ? error.message : undefined;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/**
 * Thrown if a call needs the password again, but the user closes the password dialog or leaves the page, and if the user cancels an undo or
 * signs out before it ends. Isn't reported as a failure.
 */
export class CanceledError extends Error {}

/** Returns whether the server requires the user to enter the password again. */
export function needsRecentSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'recent_sign_in_required';
}

/** Returns the challenge for completing a sign-in with a two-factor code, or null if the call failed for another reason. */
export function challengeOf(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'two_factor_required' ? (error.body.challenge ?? null) : null;
}

/** Returns whether the call timed out. The server may still be processing it. */
export function isTimeout(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'timeout';
}

/** Returns whether the connection failed. The server may have processed the call before the connection failed. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0 && !isTimeout(error);
}

/** Returns whether a retry might succeed, because the server didn't respond, was busy or had an internal error. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Returns whether the server rejected the call with a conflict. The error's message explains why. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** Returns whether a signed-in user's session has ended. No toast is needed, because the user is redirected to the sign-in page. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Returns the server's error message for each invalid field, by field name. */
export function failedFields(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body.fields ?? {}) : {};
}
