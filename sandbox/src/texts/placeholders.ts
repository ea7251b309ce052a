import { en } from './en.ts';
import type { Texts } from './en.ts';

/** The letters in the codes. Without vowels and digits, no code looks like a word such as "OK" or a number of messages. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

function codeOf(index: number): string {
  const at = (position: number): string => letters.charAt(position % letters.length);
  return at(Math.floor(index / letters.length)) + at(index);
}

function isTextKey(key: string): key is keyof Texts {
  return Object.hasOwn(en, key);
}

/**
 * Returns the texts of a language whose wording is only partly known. Each unknown text becomes a word in that language followed by a code.
 * Invented translations would prove nothing, because the agent may contain the same inventions.
 */
export function withPlaceholders(word: string, known: Partial<Texts>): Texts {
  const texts = { ...en };
  for (const [index, key] of Object.keys(en).entries()) {
    if (!isTextKey(key)) continue;
    const blanks = en[key].match(/\{\w+\}/gu) ?? [];
    texts[key] = known[key] ?? [`${word} ${codeOf(index)}`, ...blanks].join(' ');
  }
  return texts;
}
