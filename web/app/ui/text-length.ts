import { publicTexts } from './public.texts.ts';

/**
 * Returns an error message if the text is longer than `max` characters, otherwise null. Fields for long text show this message instead
 * of setting `maxLength`, because browsers silently cut off pasted text that exceeds `maxLength`.
 */
export function lengthProblem(text: string, max: number): string | null {
  return text.length > max ? publicTexts.tooLong(text.length, max) : null;
}
