import type { StopReason } from '@sandpiper/contract/reasons';
import { isAt, isLoginAddress } from '../page/address.ts';
import { includesAny } from '../page/page-script/elements.script.ts';
import type { PageView } from '../page/page.view.ts';
import type { SiteTexts } from '../page/texts/site.texts.ts';
import { failed, quote, stopped, type Ended, type Stop } from '../report.ts';

/** Pages that only the account's owner may pass. The first match counts. */
const stopAddresses: [at: RegExp, reason: StopReason][] = [
  [/^\/(accounts\/login\/(two_factor|two_step_verification)|two_step_verification)(\/|$)/u, 'code_required'],
  [/^\/auth_platform\/recaptcha(\/|$)/u, 'captcha'],
  [/^\/auth_platform(\/|$)/u, 'code_required'],
  [/^\/challenge(\/|$)/u, 'challenge'],
  [/^\/checkpoint(\/|$)/u, 'checkpoint'],
  [/^\/accounts\/suspended(\/|$)/u, 'suspended'],
  [/^\/accounts\/disabled(\/|$)/u, 'disabled'],
  [/^\/accounts\/scraping_warning(\/|$)/u, 'automation_warning'],
  [/^(\/privacy)?\/consent(\/|$)/u, 'consent'],
];

export function stopAt(url: string): StopReason | null {
  return stopAddresses.find(([at]) => isAt(url, at))?.[1] ?? null;
}

/** The worst come first: the page of a suspension also asks for a confirmation. */
export function stopInWords(words: string, texts: SiteTexts): StopReason | null {
  if (includesAny(words, texts.suspended)) return 'suspended';
  if (includesAny(words, texts.automationWarning)) return 'automation_warning';
  if (includesAny(words, texts.codeWanted)) return 'code_required';
  return includesAny(words, texts.confirmWanted) ? 'challenge' : null;
}

/** A page without anything of the site around it. Words in a profile or a conversation are other people's. */
function isBare(view: PageView): boolean {
  return !view.hasInboxLink && view.profile === null && view.chats.length === 0;
}

/**
 * By the address or, where the page stands in another's place, by its words. One of them asks for a new password, in a form
 * that looks like the sign-in's.
 */
export function ownersPage(view: PageView): Stop | null {
  const reason = stopAt(view.url) ?? (isBare(view) ? stopInWords(view.main, view.texts) : null);
  return reason === null ? null : { reason, detail: null };
}

/** Why the account may not continue, as far as the page itself says. */
export function stopOnPage(view: PageView): Stop | null {
  const { login } = view;
  const isSignedOut = isLoginAddress(view.url) || login.hasPassword || (login.canBegin && !view.hasInboxLink);
  return ownersPage(view) ?? (isSignedOut ? { reason: 'signed_out', detail: null } : null);
}

export function unknownLanguage({ language }: PageView): Stop {
  return { reason: 'unsupported_language', detail: language === '' ? null : `"${language}"` };
}

/** Throws when the account may not continue here, or the page is in a language the agent does not know. */
export function refuseStops(view: PageView): void {
  const stop = stopOnPage(view) ?? (view.hasInboxLink && !view.isLanguageKnown ? unknownLanguage(view) : null);
  if (stop !== null) throw stopped(stop);
}

/** A page that is there but is none the agent knows; null where it is empty and may load another time. */
export function unexpectedPage(view: PageView): Ended | null {
  if (view.language !== '' && !view.isLanguageKnown) return stopped(unknownLanguage(view));
  if (!isBare(view) || view.login.hasPassword || view.main.length < 20) return null;
  return failed('unexpected_page', quote(view.main));
}
