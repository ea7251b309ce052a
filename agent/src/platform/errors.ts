/** Something the person at the computer can put right. Shown as one line, without a stack. */
export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserError';
  }
}

/** The same, where it may also come right by itself: whoever starts the agent tries again. */
export class TryLater extends UserError {}

/** One line about whatever was thrown. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.trim() || 'unknown error';
}

/** The `code` of a system error, such as `ENOENT`; null for anything else. */
export function systemCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** The file or folder is not there. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '');
}

/** Answers `fallback` when the file or folder is not there; every other error goes on. */
export async function unlessMissing<T>(work: Promise<T>, fallback: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return fallback;
    throw error;
  }
}
