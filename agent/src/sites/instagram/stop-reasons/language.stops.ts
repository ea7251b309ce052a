import type { TextKey } from '../page/pack/page-pack.schema.ts';
import type { PageView } from '../page/page.view.ts';
import { failed, quote, type Stop } from '../report.ts';

export function canSendIn({ level }: Pick<PageView, 'level'>): boolean {
  return level === 'full' || level === 'witness';
}

/**
 * Whether the agent can send in this language but doesn't know the texts that Instagram shows when it refuses messages or slows accounts
 * down. If so, only the responses from Instagram's server show whether the server has accepted a message. Any dialog that the agent can't
 * read may then be a warning.
 */
export function needsAnswers({ level }: Pick<PageView, 'level'>): boolean {
  return level === 'witness';
}

/** Formats the language's name and code, for example `Finnish ("fi")`. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(language);
  return name === undefined ? `"${language}"` : `${name} ("${language}")`;
}

export function unsupportedLanguage({ language }: Pick<PageView, 'language'>): Stop {
  const detail = language === '' ? "The page doesn't state its language." : `The language is ${nameOf(language)}.`;
  return { reason: 'unsupported_language', detail };
}

/** Returns the stop reason for a dialog or page in a language whose warnings the agent can't read. */
export function unreadable({ language }: Pick<PageView, 'language'>, said: string): Stop {
  return { reason: 'unreadable_page', detail: `In ${nameOf(language)}: ${quote(said)}` };
}

/** Returns the stop reason if the agent can't read the responses that it needs in this language, or sees none. */
export function answersMissing({ language }: Pick<PageView, 'language'>, seen: 'hidden' | 'none'): Stop {
  const why =
    seen === 'hidden'
      ? "This Firefox version doesn't show them. Try a newer version of Firefox."
      : 'It found none, perhaps because Instagram has changed. Look for a new version of the agent.';
  const detail = `To send in ${nameOf(language)}, the agent needs Instagram's own responses. ${why}`;
  return { reason: 'unsupported_language', detail };
}

/** Returns a button's labels. Throws if the page pack has none in the page's language, because the agent must not guess. */
export function wordsFor({ language, texts }: PageView, ...keys: TextKey[]): string[] {
  const words = keys.flatMap((key) => texts[key]);
  if (words.length === 0) throw failed('words_unknown', `The language is ${nameOf(language)}.`);
  return words;
}
