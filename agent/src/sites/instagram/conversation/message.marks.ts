import { createHash } from 'node:crypto';
import { plain } from '../page/page-script/elements.script.ts';
import type { PageMessage } from '../page/page.view.ts';

/*
 * Marks identify messages in the journal, which must not contain what people wrote. A mark consists of the author (`own`,
 * `their`, or `unknown` if the page didn't show it) and a hash of the text. Earlier versions of the agent hashed both together,
 * and treated every message without a link to its sender as the account's own.
 */

type Written = Pick<PageMessage, 'text' | 'author'>;

/** Strips whitespace and invisible characters, which the site may add or remove. */
export function lettersOf(text: string): string {
  return plain(text)
    .normalize('NFC')
    .replace(/[\s\p{Cf}\uFE0F]/gu, '');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 16);
}

export function markOf({ text, author }: Written): string {
  return `${author}:${hashOf(lettersOf(text))}`;
}

/**
 * Returns the author in a mark, or null if the mark is for another text. `not theirs`: the mark is from an earlier version, which
 * couldn't tell an unknown author from the account itself.
 */
function authorIn(mark: string, text: string): PageMessage['author'] | 'not theirs' | null {
  const letters = lettersOf(text);
  for (const author of ['own', 'their', 'unknown'] as const) if (mark === markOf({ text, author })) return author;
  if (mark === hashOf(`own:${letters}`)) return 'not theirs';
  return mark === hashOf(`their:${letters}`) ? 'their' : null;
}

/** Whether the mark may be for this message. Known authors must match, because two people may write the same text. */
export function isMarkOf(mark: string, { text, author }: Written): boolean {
  const noted = authorIn(mark, text);
  if (noted === null) return false;
  return noted === author || noted === 'unknown' || noted === 'not theirs' || author === 'unknown';
}

/** Whether this may be a different message with the same text as the marked one, because the author of one of them is unknown. */
export function mayBeAnother(mark: string, { text, author }: Written): boolean {
  const noted = authorIn(mark, text);
  return author === 'unknown' || (author === 'own' && noted === 'unknown');
}
