import type { StopReason, WaitReason } from '@sandpiper/contract/reasons';
import { PageError, type Page } from '../../../browser/page.ts';
import { poll, sleep } from '../../../platform/clock.ts';
import { isLoginAddress, mayTypeCredentials } from '../page/address.ts';
import { look, type PageView } from '../page/page.view.ts';
import { click } from '../page/pointer.ts';
import { dismissPrompts, openPage } from '../page/navigation.ts';
import { Ended, quote } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import { stopInDialogs } from '../stop-reasons/dialog.stops.ts';
import { unsupportedLanguage } from '../stop-reasons/language.stops.ts';
import { ownerOnlyPage } from '../stop-reasons/page.stops.ts';
import { settledStop } from '../stop-reasons/settled.stop.ts';
import { accountUnclear, createAccountCheck, type AccountCheck } from './account.check.ts';
import { answerOf, submitForm, type StoredCredentials } from './login.form.ts';

/**
 * How a sign-in ended. `needs_user`: only the owner can continue, or no credentials are stored. `unreachable`: Instagram didn't
 * respond, so a retry may work.
 */
export type SignInState =
  | { state: 'signed_in' }
  | { state: 'needs_user'; reason: StopReason; detail: string | null }
  | { state: 'unreachable'; reason: WaitReason; detail: string | null };

function needsUser(reason: StopReason, detail: string | null = null): SignInState {
  return { state: 'needs_user', reason, detail };
}

async function isSignedIn(page: Page, view: PageView): Promise<boolean> {
  return view.hasInboxLink && !view.login.hasPassword && (await page.hasCookie('sessionid'));
}

type Progress = {
  credentials: StoredCredentials | null;
  /** Whether `beforeTyping` has been called for the next submit. */
  isTypingNoted: boolean;
  /** How many times the agent has submitted the form. */
  submits: number;
  /** The value of `submits` when the agent last opened the page. */
  opens: number;
  /** The page's text when the form was last submitted. */
  words: string;
  /** When the agent last submitted the form or opened the page, as a `performance.now()` time. */
  changedAt: number;
  beganAt: number;
  /** Since when the form has had no username field, as a `performance.now()` time, or null if it has one or hasn't been read. */
  namelessSince: number | null;
  waitsFor: Wait;
  check: AccountCheck;
};

type Wait = 'the page' | 'the form' | 'a response to the form' | 'the name of the account';

/** Logs what the sign-in is waiting for, if that has changed. */
function waitFor(site: SiteContext, progress: Progress, what: Wait): null {
  if (progress.waitsFor !== what) site.note(`Signing in: waiting for ${what}`);
  progress.waitsFor = what;
  return null;
}

/**
 * Asks for the form with a username field if the form asks only for the password of a remembered account. Leaves the sign-in to the user if
 * the page has no button for that.
 */
async function onNamelessForm(site: SiteContext, { texts }: PageView, progress: Progress): Promise<SignInState | null> {
  waitFor(site, progress, 'the form');
  // The username field may still be loading.
  progress.namelessSince ??= performance.now();
  if (performance.now() - progress.namelessSince <= site.timing.otherPageMs) return null;
  progress.namelessSince = null;
  const other = await click(site, { kind: 'page_button', names: texts.useAnotherProfile });
  return other === 'missing' ? needsUser('signed_out') : null;
}

async function onForm(site: SiteContext, view: PageView, progress: Progress): Promise<SignInState | null> {
  const { credentials } = progress;
  if (credentials === null || !mayTypeCredentials(site.base, view.url)) return needsUser('signed_out');
  const said = progress.submits > 0 ? answerOf(view) : null;
  if (said !== null) return needsUser(said.reason, said.detail);
  if (progress.submits > progress.opens) return waitFor(site, progress, 'a response to the form');
  if (progress.submits >= credentials.maxSubmits) return needsUser('sign_in_unclear');
  const beforeTyping = async (): Promise<void> => {
    if (!progress.isTypingNoted) await credentials.beforeTyping();
    progress.isTypingNoted = true;
  };
  const done = await submitForm(site, { ...credentials, beforeTyping });
  if (done === 'nameless') return onNamelessForm(site, view, progress);
  progress.namelessSince = null;
  if (done === 'submitted') {
    const { words } = view.login;
    const submits = progress.submits + 1;
    Object.assign(progress, { submits, words, changedAt: performance.now(), isTypingNoted: false });
  }
  return waitFor(site, progress, 'a response to the form');
}

/** Clicks past the landing page that may come before the form. */
async function begin(site: SiteContext, { texts }: PageView, progress: Progress): Promise<void> {
  waitFor(site, progress, 'the form');
  if (performance.now() - progress.beganAt <= 2000) return;
  progress.beganAt = performance.now();
  const other = await click(site, { kind: 'page_button', names: texts.useAnotherProfile });
  if (other === 'missing') await click(site, { kind: 'page_button', names: texts.logIn });
}

async function onSignedIn(site: SiteContext, view: PageView, progress: Progress): Promise<SignInState | null> {
  const account = await progress.check(view);
  if (account === 'waiting') return waitFor(site, progress, 'the name of the account');
  return account === 'ours' ? { state: 'signed_in' } : needsUser(accountUnclear.reason);
}

/** Whether this is a page before the form, such as a choice of accounts, in a language whose button labels the agent might not know. */
function isInUnknownWords(view: PageView): boolean {
  const isWordless = isLoginAddress(view.url) && !view.login.hasPassword && !view.login.canBegin;
  return isWordless && view.language !== '' && view.main !== '' && view.level !== 'full';
}

/**
 * Reopens the page if the sign-in makes no progress. The form might not have received the input, or the next page may have failed to load.
 * If the sign-in did succeed, Instagram then shows the feed. Returns a state if reopening the page can't help.
 */
async function openAgain(site: SiteContext, view: PageView | null, progress: Progress): Promise<SignInState | null> {
  const hasAnything = view !== null && (view.login.hasPassword || view.login.canBegin || view.hasInboxLink);
  if (!hasAnything) waitFor(site, progress, 'the page');
  const graceMs = hasAnything ? site.timing.signInMs : site.timing.emptyMs;
  if (performance.now() - progress.changedAt <= graceMs) return null;
  // If the page's text has changed since the form was submitted, the page shows an error that the agent doesn't recognize, so don't
  // submit the form again.
  const { words } = view?.login ?? { words: '' };
  const hasAnswered = progress.submits > progress.opens && words !== '' && words !== progress.words;
  if (hasAnswered) return needsUser('sign_in_refused', quote(words));
  // After the last submit, open the page once more, because the sign-in may have succeeded.
  const isSpent = progress.credentials !== null && progress.submits >= progress.credentials.maxSubmits;
  if (isSpent && progress.submits === progress.opens) return needsUser('sign_in_unclear');
  if (view !== null && isInUnknownWords(view)) {
    const stop = unsupportedLanguage(view);
    return needsUser(stop.reason, stop.detail);
  }
  site.note('Signing in: no progress, opening the page again');
  await openPage(site, '/accounts/login/');
  Object.assign(progress, { opens: progress.submits, changedAt: performance.now() });
  return null;
}

async function step(site: SiteContext, progress: Progress): Promise<SignInState | null> {
  const view = await look(site);
  if (view === null || !view.isReady) return openAgain(site, view, progress);
  const stop = ownerOnlyPage(view) ?? stopInDialogs(view);
  if (stop !== null) {
    const { reason, detail } = await settledStop(site, stop);
    return needsUser(reason, detail);
  }
  // Look for the signed-in account before dismissing prompts, because the agent recognizes the account even in a language that it can't
  // read.
  if (await isSignedIn(site.page, view)) return onSignedIn(site, view, progress);
  if (await dismissPrompts(site, view)) return null;
  const state = view.login.hasPassword ? await onForm(site, view, progress) : null;
  if (state !== null) return state;
  if (view.login.canBegin) await begin(site, view, progress);
  return openAgain(site, view, progress);
}

/** Converts the error that ended the attempt into a state. A temporary problem doesn't require the user to act. */
function stateOf({ report }: Ended): SignInState {
  if (report.stop) return needsUser(report.stop.reason, report.stop.detail);
  const detail = 'detail' in report ? report.detail : null;
  if (report.outcome === 'released') return { state: 'unreachable', reason: 'network', detail };
  const isRetryable = report.outcome === 'failed' && report.reason === 'page_failed';
  return isRetryable
    ? { state: 'unreachable', reason: 'sign_in_unreachable', detail }
    : needsUser('sign_in_unclear', detail);
}

/** Returns the state after the timeout. If the page was still loading, a retry may help. */
function stateAfterTimeout(site: SiteContext, { waitsFor }: Progress): SignInState {
  site.note(`Signing in: gave up after ${site.timing.signInTotalMs / 1000} s while waiting for ${waitsFor}`);
  if (waitsFor !== 'the page') return needsUser('sign_in_unclear');
  return { state: 'unreachable', reason: 'sign_in_unreachable', detail: null };
}

async function signInSteps(site: SiteContext, progress: Progress): Promise<SignInState | null> {
  try {
    site.note(`Signing in: waiting for ${progress.waitsFor}`);
    await openPage(site, '/accounts/login/');
    const timeoutMs = site.timing.signInTotalMs;
    return await poll(() => step(site, progress), { timeoutMs, intervalMs: 150 });
  } catch (error) {
    if (error instanceof Ended) return stateOf(error);
    throw error;
  }
}

/** Wraps the page. Once the sign-in has ended, a step that is still running can't read the page or act on it. */
function pageUntil(page: Page, { signal }: AbortController): Page {
  const over = (): Promise<never> | null =>
    signal.aborted ? Promise.reject(new PageError('closed', 'The sign-in has ended')) : null;
  return {
    ...page,
    open: (address, options) => over() ?? page.open(address, options),
    reload: () => over() ?? page.reload(),
    read: (script) => over() ?? page.read(script),
    clickAt: (point) => over() ?? page.clickAt(point),
    type: (text) => over() ?? page.type(text),
    press: (key) => over() ?? page.press(key),
    selectAll: () => over() ?? page.selectAll(),
    bringToFront: () => over() ?? page.bringToFront(),
  };
}

/** Signs in. Resolves when the account is signed in, when the agent can't continue, or after the timeout. */
export async function signIn(site: SiteContext, credentials: StoredCredentials | null): Promise<SignInState> {
  const over = new AbortController();
  const bounded = { ...site, page: pageUntil(site.page, over) };
  const progress: Progress = {
    credentials,
    isTypingNoted: false,
    submits: 0,
    opens: 0,
    words: '',
    changedAt: performance.now(),
    beganAt: -10_000,
    namelessSince: null,
    waitsFor: 'the page',
    check: createAccountCheck(bounded),
  };
  // Use a separate timer, because a step can hang while Firefox doesn't respond.
  const tooLong = sleep(site.timing.signInTotalMs, over.signal).then(() => null);
  try {
    const ended = await Promise.race([signInSteps(bounded, progress), tooLong]);
    return ended ?? stateAfterTimeout(site, progress);
  } finally {
    over.abort();
  }
}
