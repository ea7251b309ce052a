import { readingTexts } from './reading.texts.ts';

/** Why a file can't be read at all. The message tells its owner what to do. */
export class FileProblem extends Error {}

/** What a worker sends about an error. What isn't a problem of the file is reported as damage. */
export function problemText(error: unknown): string {
  if (error instanceof FileProblem) return error.message;
  // The browser's name for a file that was changed or moved after it was chosen.
  const isGone = error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name);
  return isGone ? readingTexts.gone : readingTexts.damaged;
}
