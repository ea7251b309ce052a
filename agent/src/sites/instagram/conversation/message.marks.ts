import { createHash } from 'node:crypto';
import { plain } from '../page/page-script/elements.script.ts';
import type { PageMessage } from '../page/page.view.ts';

/*
 * The journal must not contain what people wrote, so it identifies a conversation's messages by marks. A mark consists of the author
 * (`own`, `their`, or `unknown` if the page didn't show the author) and a hash of the text. Earlier versions of the agent hashed the
 * author and the text together, and counted every message without a link to its sender as the account's own.
 */

type Written = Pick<PageMessage, 'text' | 'author'>;

/** Normalizes text. Removes whitespace and invisible characters, because the site may add or drop some of them. */
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
 * Returns the author that a mark records, or null if the mark is for a different text. `not theirs`: the mark comes from an earlier version
 * of the agent, which counted messages by unknown authors as the account's own.
 */
function authorIn(mark: string, text: string): PageMessage['author'] | 'not theirs' | null {
  const letters = lettersOf(text);
  for (const author of ['own', 'their', 'unknown'] as const) if (mark === markOf({ text, author })) return author;
  if (mark === hashOf(`own:${letters}`)) return 'not theirs';
  return mark === hashOf(`their:${letters}`) ? 'their' : null;
}

/** Whether this may be the marked message. If both authors are known, they must be the same, because two people may write the same text. */
export function isMarkOf(mark: string, { text, author }: Written): boolean {
  const noted = authorIn(mark, text);
  if (noted === null) return false;
  return noted === author || noted === 'unknown' || noted === 'not theirs' || author === 'unknown';
}

/**
 * Whether a message may be a different one with the marked message's text. That's possible if the message's author is unknown, or if the
 * marked message's author is unknown and the message is the account's own.
 */
export function mayBeAnother(mark: string, { text, author }: Written): boolean {
  const noted = authorIn(mark, text);
  return author === 'unknown' || (author === 'own' && noted === 'unknown');
}
