import { readingTexts } from './reading.texts.ts';

/** Why a file can't be read at all. The message tells its owner what to do. */
export class FileProblem extends Error {}

/** What a worker sends about an error. What isn't a problem of the file is reported as damage. */
export function problemText(error: unknown): string {
  return error instanceof FileProblem ? error.message : readingTexts.damaged;
}
