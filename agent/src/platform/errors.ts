/** An error that the user can fix. The agent shows only its message, without a stack trace. */
export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserError';
  }
}

/** A {@link UserError} whose cause may be temporary, so restarting the agent may help. */
export class TryLater extends UserError {}

/** Whether the value has a message. Besides errors, this includes the error events with which WebSocket clients fail. */
function hasMessage(value: unknown): value is { message: string } {
  return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';
}

/** Returns the first line of an error's message, or `unknown error` if that line is empty. */
export function messageOf(error: unknown): string {
  const text = hasMessage(error) ? error.message : String(error);
  return text.split('\n')[0]?.trim() || 'unknown error';
}

/** Returns the `code` of a system error, such as `ENOENT`, or null for any other error. */
export function systemCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Whether the error means that the file or folder doesn't exist. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '');
}

/** Awaits `work`. Returns `fallback` if the file or folder doesn't exist. Rethrows every other error. */
export async function unlessMissing<T>(work: Promise<T>, fallback: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return fallback;
    throw error;
  }
}
