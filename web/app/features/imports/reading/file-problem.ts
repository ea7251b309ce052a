import { readingTexts } from './reading.texts.ts';

/** Thrown when a file can't be read. The message is shown to the user. */
export class FileProblem extends Error {}

/** Returns the error message that the worker sends to the page. An unexpected error is reported as a damaged file. */
export function problemText(error: unknown): string {
  if (error instanceof FileProblem) return error.message;
  // The browser throws these errors if the file was changed or moved after the user chose it.
  const isGone = error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name);
  return isGone ? readingTexts.gone : readingTexts.damaged;
}
