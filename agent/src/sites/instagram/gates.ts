import { gateAt, gateOf, type Gate } from './address.ts';
import type { PageView } from './page.view.ts';
import { hasAny, isSupported, textsFor } from './report.ts';
import type { SiteTexts } from './texts/site.texts.ts';

/** What words say that only the account's owner may answer; the worst first, for its page also asks for a confirmation. */
export function gateInWords(words: string, texts: SiteTexts): Gate | null {
  if (hasAny(words, texts.suspended)) return gateOf('suspended');
  if (hasAny(words, texts.automationWarning)) return gateOf('automation_warning');
  if (hasAny(words, texts.codeWanted)) return gateOf('code_required');
  return hasAny(words, texts.confirmWanted) ? gateOf('challenge') : null;
}

/** A page that holds nothing of the site but what it wants: words in a profile or a conversation are other people's. */
function isBare(view: PageView): boolean {
  return !view.hasInboxLink && view.profile === null && view.chats.length === 0;
}

/**
 * The gate a page is, by its address or, where it stands in another page's place, by its words: one of them asks for a new
 * password, in a form that looks like the sign-in's.
 */
export function gateOn(view: PageView): Gate | null {
  return gateAt(view.url) ?? (isBare(view) ? gateInWords(view.main, textsFor(view.language)) : null);
}

export function unsupportedLanguage(language: string): Gate {
  const shown =
    language === '' ? 'without saying in which language' : `in a language the agent does not know ("${language}")`;
  return {
    reason: 'unsupported_language',
    detail: `Instagram shows this account ${shown}. Set it to English, Spanish or Korean.`,
  };
}

/** A page that is there, but is none the agent knows; null where it is empty and may come whole another time. */
export function strangePage(view: PageView): Gate | null {
  if (view.language !== '' && !isSupported(view.language)) return unsupportedLanguage(view.language);
  if (!isBare(view) || view.login.hasPassword || view.main.length < 20) return null;
  return {
    reason: 'unexpected_page',
    detail: `Instagram shows a page the agent does not know: "${view.main.slice(0, 200)}" Open the account and look.`,
  };
}
