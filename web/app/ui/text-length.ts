import { publicTexts } from './public.texts.ts';

/**
 * Returns an error message if the text is longer than `max` characters, or null. Fields for long text show it instead of having a
 * `maxLength`, with which browsers silently cut pasted text.
 */
export function lengthProblem(text: string, max: number): string | null {
  return text.length > max ? publicTexts.tooLong(text.length, max) : null;
}
