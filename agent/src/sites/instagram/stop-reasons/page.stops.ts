import type { StopReason } from '@sandpiper/contract/reasons';
import { isAt, isLoginAddress } from '../page/address.ts';
import { includesAny } from '../page/page-script/elements.script.ts';
import type { PageView } from '../page/page.view.ts';
import type { SiteTexts } from '../page/texts/site.texts.ts';
import { failed, quote, stopped, type Ended, type Stop } from '../report.ts';

/**
 * Pages that only the account's owner may pass; the first match counts. Addresses from mautrix/meta
 * (pkg/messagix/httpclient/http.go) and dmpl6454/ds-sales-agent, both read in 2026.
 */
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

/** The most severe come first: the page of a suspended account also asks for a confirmation. */
export function stopInWords(words: string, texts: SiteTexts): StopReason | null {
  if (includesAny(words, texts.suspended)) return 'suspended';
  if (includesAny(words, texts.automationWarning)) return 'automation_warning';
  if (includesAny(words, texts.codeWanted)) return 'code_required';
  return includesAny(words, texts.confirmWanted) ? 'challenge' : null;
}

/** A page without the site's navigation. Elsewhere, the words may be other people's. */
function isBare(view: PageView): boolean {
  return !view.hasInboxLink && view.profile === null && view.chats.length === 0;
}

/**
 * Recognized by the address, or by its words when the site shows it at another address. One of them asks for a new password,
 * in a form that looks like the sign-in form.
 */
export function ownerOnlyPage(view: PageView): Stop | null {
  const reason = stopAt(view.url) ?? (isBare(view) ? stopInWords(view.main, view.texts) : null);
  return reason === null ? null : { reason, detail: null };
}

/** Why the account must stop, by the page without its dialogs. */
export function stopOnPage(view: PageView): Stop | null {
  const { login } = view;
  const isSignedOut = isLoginAddress(view.url) || login.hasPassword || (login.canBegin && !view.hasInboxLink);
  return ownerOnlyPage(view) ?? (isSignedOut ? { reason: 'signed_out', detail: null } : null);
}

export function unknownLanguage({ language }: PageView): Stop {
  return { reason: 'unsupported_language', detail: language === '' ? null : `"${language}"` };
}

/** Throws when the account must stop, or the page is in an unknown language. */
export function throwOnStop(view: PageView): void {
  const stop = stopOnPage(view) ?? (view.hasInboxLink && !view.isLanguageKnown ? unknownLanguage(view) : null);
  if (stop !== null) throw stopped(stop);
}

/** A page with unknown content; null when it is empty and may only have failed to load. */
export function unexpectedPage(view: PageView): Ended | null {
  if (view.language !== '' && !view.isLanguageKnown) return stopped(unknownLanguage(view));
  if (!isBare(view) || view.login.hasPassword || view.main.length < 20) return null;
  return failed('unexpected_page', quote(view.main));
}
