import type { StopReason } from '@sandpiper/contract/reasons';
import { isAt, isHomeAddress, isLoginAddress } from '../page/address.ts';
import { includesAny } from '../page/page-script/elements.script.ts';
import { stopTextKeys, type SiteTexts, type StopTextKey } from '../page/pack/page-pack.schema.ts';
import type { PageView } from '../page/page.view.ts';
import { failed, quote, stopped, type Ended, type Stop } from '../report.ts';
import { canSendIn, needsAnswers, unreadable, unsupportedLanguage } from './language.stops.ts';

/**
 * The URLs of pages that only the account's owner can get past. The first match wins. Sources: the GitHub repositories mautrix/meta
 * (pkg/messagix/httpclient/http.go) and dmpl6454/ds-sales-agent, and observations from August to October 2026.
 */
const stopAddresses: readonly (readonly [at: RegExp, reason: StopReason])[] = [
  [/^\/(accounts\/login\/(two_factor|two_step_verification)|two_step_verification)(\/|$)/u, 'code_required'],
  [/^\/auth_platform\/recaptcha(\/|$)/u, 'captcha'],
  // This path also occurs after `/challenge/action`.
  [/\/update_risky_contactpoint(\/|$)/u, 'risky_contact_point'],
  [/^\/accounts\/(emailsignup|signup)(\/|$)/u, 'sign_up_shown'],
  [/^\/accounts\/birthday(\/|$)/u, 'birthday_required'],
  [/^\/accounts\/confirm_email(\/|$)/u, 'email_unconfirmed'],
  [/^\/account_recovery(\/|$)/u, 'recovery_required'],
  [/^\/accounts\/disabled(\/|$)/u, 'disabled'],
  [/^\/accounts\/scraping_warning(\/|$)/u, 'automation_warning'],
];

/** URLs that several pages share, each with a stop reason that fits all of these pages. A page's text may show a more specific reason. */
const vagueAddresses: readonly (readonly [at: RegExp, reason: StopReason])[] = [
  [/^\/auth_platform(\/|$)/u, 'code_required'],
  [/^\/challenge(\/|$)/u, 'challenge'],
  [/^\/checkpoint(\/|$)/u, 'checkpoint'],
  // Instagram also uses this URL for accounts whose owners only have to confirm that they're human.
  [/^\/accounts\/suspended(\/|$)/u, 'checkpoint'],
];

/** Stop reasons for consent flows, by the beginning of the flow's name. */
const consentFlows: readonly (readonly [flow: string, reason: StopReason])[] = [
  ['user_cookie_choice', 'cookie_choice'],
  ['ad_free_subscription', 'ads_choice'],
];

function consentAt(url: string): StopReason | null {
  if (!isAt(url, /^(\/privacy)?\/consent(\/|$)/u)) return null;
  const flow = new URL(url).searchParams.get('flow') ?? '';
  return consentFlows.find(([name]) => flow.startsWith(name))?.[1] ?? 'consent';
}

function reasonAt(url: string, addresses: typeof stopAddresses): StopReason | null {
  return addresses.find(([at]) => isAt(url, at))?.[1] ?? null;
}

const reasonInWords: Record<StopTextKey, StopReason> = {
  suspended: 'suspended',
  disabled: 'disabled',
  appealPending: 'appeal_pending',
  automationWarning: 'automation_warning',
  riskyContact: 'risky_contact_point',
  passwordExposed: 'password_exposed',
  identityWanted: 'identity_required',
  confirmHuman: 'human_check',
  codeByPhone: 'code_by_phone',
  codeWanted: 'code_required',
  recoveryWanted: 'recovery_required',
  confirmWanted: 'challenge',
  termsWanted: 'consent',
  signUpPage: 'sign_up_shown',
};

export function stopInWords(words: string, texts: SiteTexts): StopReason | null {
  const found = stopTextKeys.find((key) => includesAny(words, texts[key]));
  return found === undefined ? null : reasonInWords[found];
}

type SeenPage = Pick<PageView, 'url' | 'main' | 'texts'>;

/** Returns the stop reason for a page that shares its URL with others, based on its text. Returns null if the text isn't known. */
function wordsAt({ url, main, texts }: SeenPage): StopReason | null {
  const isConfirmingSignIn = isAt(url, /^\/auth_platform(\/|$)/u);
  const said = stopInWords(main, texts);
  if (said === null && isConfirmingSignIn && includesAny(main, texts.approvalWanted)) return 'approval_pending';
  return said;
}

/** Returns why the account must stop at this URL, or null if it doesn't have to. */
export function stopAt(page: SeenPage): StopReason | null {
  const certain = reasonAt(page.url, stopAddresses) ?? consentAt(page.url);
  if (certain !== null) return certain;
  const vague = reasonAt(page.url, vagueAddresses);
  if (vague === null) return null;
  const said = wordsAt(page);
  // The text "Confirm it's you" (`challenge`) is never more specific than the URL's own reason.
  return said === null || said === 'challenge' ? vague : said;
}

/** Whether several pages share this URL and the page's text doesn't yet show which of those pages it is. */
export function isVague(page: SeenPage): boolean {
  const isCertain = reasonAt(page.url, stopAddresses) !== null;
  return !isCertain && reasonAt(page.url, vagueAddresses) !== null && wordsAt(page) === null;
}

/**
 * Whether the page shows no site navigation, profile or conversation. On a page that shows one of these, other people may have
 * written the text.
 */
export function isBare(view: PageView): boolean {
  return !view.hasInboxLink && view.profile === null && view.chats.length === 0;
}

/**
 * Returns the stop reason if only the owner can get past this page, or null otherwise. Recognizes the page by its URL or, if the
 * site shows it at a different URL, by its text. Call this before looking for the sign-in form, because one of these pages asks
 * for a new password and looks like that form.
 */
export function ownerOnlyPage(view: PageView): Stop | null {
  const reason = stopAt(view) ?? (isBare(view) ? stopInWords(view.main, view.texts) : null);
  return reason === null ? null : { reason, detail: null };
}

/**
 * Whether the page shows that nobody is signed in. The signs work in every language, except for the button of a landing page. A page with no
 * viewer may also be broken, or ask the owner for something, unless it's the home page or a profile.
 */
function isSignedOut(view: PageView): boolean {
  const { url, login, profile } = view;
  if (isLoginAddress(url) || login.hasPassword) return true;
  if (view.hasInboxLink) return false;
  const isForAnyone = profile !== null || (isHomeAddress(url) && !isBrokenPage(view));
  return login.canBegin || login.hasLink || (login.hasNoViewer && isForAnyone);
}

/** Returns why the account must stop, based on the page without its dialogs. Returns null if there is no reason. */
export function stopOnPage(view: PageView): Stop | null {
  return ownerOnlyPage(view) ?? (isSignedOut(view) ? { reason: 'signed_out', detail: null } : null);
}

/** Whether the page's text says that Instagram isn't working or can't be reached. Reopening the page may help. */
export function isBrokenPage(view: PageView): boolean {
  return isBare(view) && !view.login.hasPassword && includesAny(view.main, view.texts.brokenPage);
}

/**
 * Returns an error if the agent doesn't recognize the page or can't send in its language. Returns null if the agent recognizes the page.
 * Also returns null if the page may just have failed to load: it's almost empty, or it says that Instagram isn't working.
 */
export function unexpectedPage(view: PageView): Ended | null {
  if (view.language !== '' && !canSendIn(view)) return stopped(unsupportedLanguage(view));
  if (!isBare(view) || view.login.hasPassword || view.main.length < 20) return null;
  if (includesAny(view.main, view.texts.brokenPage)) return null;
  return needsAnswers(view) ? stopped(unreadable(view, view.main)) : failed('unexpected_page', quote(view.main));
}
