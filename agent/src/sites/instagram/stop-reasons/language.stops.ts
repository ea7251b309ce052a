import type { TextKey } from '../page/pack/page-pack.schema.ts';
import type { PageView } from '../page/page.view.ts';
import { failed, type Stop } from '../report.ts';

/**
 * Sending needs the texts by which Instagram says that a message was refused. At the level `witness` they are not known, and
 * nothing else confirms a message yet.
 */
export function canSendIn({ level }: Pick<PageView, 'level'>): boolean {
  return level === 'full';
}

/** For example `Finnish ("fi")`. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(language);
  return name === undefined ? `"${language}"` : `${name} ("${language}")`;
}

export function unsupportedLanguage({ language }: Pick<PageView, 'language'>): Stop {
  const detail = language === '' ? 'The page does not say which language it is in.' : `It is in ${nameOf(language)}.`;
  return { reason: 'unsupported_language', detail };
}

/** The names of a button. Throws when the page pack has none in the page's language: the agent does not guess. */
export function wordsFor({ language, texts }: PageView, ...keys: TextKey[]): string[] {
  const words = keys.flatMap((key) => texts[key]);
  if (words.length === 0) throw failed('words_unknown', `It is in ${nameOf(language)}.`);
  return words;
}
