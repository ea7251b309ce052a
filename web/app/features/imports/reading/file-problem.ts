import { readingTexts } from './reading.texts.ts';

/** Thrown when a file can't be read at all. The message tells the user what to do. */
export class FileProblem extends Error {}

/** Returns the text that a worker reports for an error. Errors other than a FileProblem are reported as a damaged file. */
export function problemText(error: unknown): string {
  if (error instanceof FileProblem) return error.message;
  // These are the browser's errors for a file that was changed or moved after it was chosen.
  const isGone = error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name);
  return isGone ? readingTexts.gone : readingTexts.damaged;
}
