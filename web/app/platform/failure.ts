import { ApiError } from '@sandpiper/contract/client';

/** The server's own sentence about a failed call, or the fallback where it sent none. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return fallback;
  // Only the server's own body has a request id; the client makes up a sentence for any other answer.
  return error.body.requestId === undefined ? fallback : (error.body.error ?? fallback);
}

/** Why a call failed, in a sentence, or undefined for a fault of our own. */
export function failureReason(error: unknown): string | undefined {
  return error instanceof ApiError ? error.message : undefined;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The server may still be at it, and end it well. */
export function isTimeout(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'timeout';
}

/** No answer from the server, and none to wait for. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0 && !isTimeout(error);
}

/** The server understood the call and refuses it as things stand; its sentence says why. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** The session ended: the guard leads to sign-in, and a toast would only be noise. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** What is wrong with each field of a form, as the server said it. */
export function failedFields(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body.fields ?? {}) : {};
}
