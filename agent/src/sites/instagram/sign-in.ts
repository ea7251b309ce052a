import type { Page } from '../../browser/page.ts';
import { poll } from '../../platform/clock.ts';
import { createAccountCheck, unclearAccount, type AccountCheck } from './account.ts';
import { isOn, signedOut, type Gate } from './address.ts';
import { gateOn } from './gates.ts';
import { click, isFocused, withKeys } from './pointer.ts';
import { look, type PageView } from './page.view.ts';
import { Ended, hasAny, textsFor } from './report.ts';
import type { SiteContext } from './site.context.ts';
import { clearWay, visit } from './visiting.ts';

export type Credentials = { username: string; password: string };

/**
 * `needs_user`: something only the account's owner may do stands in the way, or nothing was stored to fill in.
 * `unreachable`: the site did not answer, which passes.
 */
export type SignInState = { state: 'signed_in' } | ({ state: 'needs_user' | 'unreachable' } & Gate);

const password = { kind: 'login_password' } as const;

type FieldKind = 'login_user' | 'login_password';

async function fill(page: Page, kind: FieldKind, value: string): Promise<boolean> {
  await click(page, { kind });
  if (!(await isFocused(page, { kind }))) return false;
  const touch = await withKeys(page, { kind }, async () => {
    await page.selectAll();
    await page.press('Backspace');
    await page.type(value);
  });
  return touch === 'done';
}

function refusedWith(said: string): Gate {
  return { reason: 'sign_in_refused', detail: `Instagram did not let the account in: "${said.slice(0, 200)}"` };
}

/** What the form answered. Where nothing marks its answer, only known words tell it from the rest of the page. */
function complaint({ language, login }: PageView): Gate | null {
  const texts = textsFor(language);
  const known = [...texts.wrongPassword, ...texts.signInProblem];
  const said = login.alerts.join(' ') || (hasAny(login.words, known) ? login.words : '');
  if (said === '') return null;
  if (hasAny(said, texts.wrongPassword)) {
    return {
      reason: 'wrong_password',
      detail: 'Instagram did not accept the stored username and password. Correct them in Accounts.',
    };
  }
  return refusedWith(said);
}

async function isSignedIn(page: Page, view: PageView): Promise<boolean> {
  return view.hasInboxLink && !view.login.hasPassword && (await page.hasCookie('sessionid'));
}

type Progress = {
  /** How often the form was handed over. */
  submits: number;
  /** The same when its page was last opened. */
  opens: number;
  /** What its page said when it was handed over last. */
  words: string;
  /** When something was last done about it. */
  changedAt: number;
  beganAt: number;
  check: AccountCheck;
};

/** How often a form that says nothing is filled in: it may not have received what it was given. */
const mostSubmits = 3;

const unclearSignIn: { state: 'needs_user' } & Gate = {
  state: 'needs_user',
  reason: 'sign_in_unclear',
  detail: "Instagram's sign-in did not go on. Open the account and sign in.",
};

async function submit(site: SiteContext, view: PageView, credentials: Credentials, progress: Progress): Promise<void> {
  if (!(await fill(site.page, 'login_user', credentials.username))) return;
  if (!(await fill(site.page, 'login_password', credentials.password))) return;
  let touch = await click(site.page, { kind: 'login_submit' });
  if (touch === 'missing') touch = await withKeys(site.page, password, () => site.page.press('Enter'));
  if (touch !== 'done') return;
  const { words } = view.login;
  Object.assign(progress, { submits: progress.submits + 1, words, changedAt: performance.now() });
}

async function onForm(
  site: SiteContext,
  view: PageView,
  credentials: Credentials | null,
  progress: Progress,
): Promise<SignInState | null> {
  if (credentials === null) return { state: 'needs_user', ...signedOut };
  const said = progress.submits > 0 ? complaint(view) : null;
  if (said !== null) return { state: 'needs_user', ...said };
  // What the user stored is for Instagram's own form, wherever a link or a redirect may have led.
  if (!isOn(site.base, view.url)) return { state: 'needs_user', ...signedOut };
  if (progress.submits === progress.opens) await submit(site, view, credentials, progress);
  return null;
}

/** The landing page that stands before the form. */
async function begin(site: SiteContext, view: PageView, progress: Progress): Promise<void> {
  if (performance.now() - progress.beganAt <= 2000) return;
  progress.beganAt = performance.now();
  const texts = textsFor(view.language);
  const other = await click(site.page, { kind: 'page_button', names: texts.useAnotherProfile });
  if (other === 'missing') await click(site.page, { kind: 'page_button', names: texts.logIn });
}

async function onSignedIn(site: SiteContext, view: PageView, progress: Progress): Promise<SignInState | null> {
  const account = await progress.check(view);
  if (account === 'waiting') return null;
  return account === 'ours' ? { state: 'signed_in' } : { state: 'needs_user', ...unclearAccount(site.account) };
}

/**
 * A page that does not go on is opened anew: the form may not have received what it was given, or the page behind it
 * may have failed. Where the sign-in had gone through, this leads on.
 */
async function openAnew(site: SiteContext, view: PageView | null, progress: Progress): Promise<SignInState | null> {
  const hasAnything = view !== null && (view.login.hasPassword || view.login.canBegin || view.hasInboxLink);
  const patienceMs = hasAnything ? site.timing.signInMs : site.timing.emptyMs;
  if (performance.now() - progress.changedAt <= patienceMs) return null;
  // A form that says something else than before has answered, in words nobody wrote down: it is not filled in again.
  const { words } = view?.login ?? { words: '' };
  const hasAnswered = progress.submits > progress.opens && words !== '' && words !== progress.words;
  if (hasAnswered) return { state: 'needs_user', ...refusedWith(words) };
  if (progress.submits >= mostSubmits) return unclearSignIn;
  site.note('The sign-in does not go on; its page is opened anew');
  await visit(site, '/accounts/login/');
  Object.assign(progress, { opens: progress.submits, changedAt: performance.now() });
  return null;
}

async function step(
  site: SiteContext,
  credentials: Credentials | null,
  progress: Progress,
): Promise<SignInState | null> {
  const view = await look(site.page);
  if (view === null || !view.isReady) return openAnew(site, view, progress);
  const gate = gateOn(view);
  if (gate !== null) return { state: 'needs_user', ...gate };
  if (await clearWay(site, view)) return null;
  if (await isSignedIn(site.page, view)) return onSignedIn(site, view, progress);
  const state = view.login.hasPassword ? await onForm(site, view, credentials, progress) : null;
  if (state !== null) return state;
  if (view.login.canBegin) await begin(site, view, progress);
  return openAnew(site, view, progress);
}

/** Trouble that passes by itself is not the user's; what is theirs is said in the report. */
function stateOf({ report }: Ended): SignInState {
  const { reason, detail } = { reason: 'sign_in_unclear', detail: unclearSignIn.detail, ...report };
  return { state: report.outcome === 'blocked' ? 'needs_user' : 'unreachable', reason, detail };
}

/** Brings the account to its feed, or to the point where only its owner can go on. */
export async function signIn(site: SiteContext, credentials: Credentials | null): Promise<SignInState> {
  const changedAt = performance.now();
  const progress: Progress = {
    submits: 0,
    opens: 0,
    words: '',
    changedAt,
    beganAt: -10_000,
    check: createAccountCheck(site),
  };
  try {
    await visit(site, '/accounts/login/');
    // Several times what one try takes: a slow computer needs it all.
    const timeoutMs = site.timing.signInMs * (mostSubmits + 1) + site.timing.stepMs;
    return (await poll(() => step(site, credentials, progress), { timeoutMs, intervalMs: 150 })) ?? unclearSignIn;
  } catch (error) {
    if (error instanceof Ended) return stateOf(error);
    throw error;
  }
}
