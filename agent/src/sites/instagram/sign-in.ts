import type { Page } from '../../browser/page.ts';
import { poll } from '../../platform/clock.ts';
import { wrongAccount } from './account.ts';
import { isOn, signedOut, type Gate } from './address.ts';
import { gateOn } from './gates.ts';
import { click, isFocused, withKeys } from './pointer.ts';
import { look, type PageView } from './page.view.ts';
import { Ended, hasAny, textsFor } from './report.ts';
import type { SiteContext } from './site.context.ts';
import { clearWay, visit } from './visiting.ts';

export type Credentials = { username: string; password: string };

/** `needs_user`: something only the account's owner may do stands in the way, or nothing was stored to fill in. */
export type SignInState = { state: 'signed_in' } | ({ state: 'needs_user' } & Gate);

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

function complaint(view: PageView): Gate | null {
  const texts = textsFor(view.language);
  const said = view.login.alerts.join(' ');
  if (said === '') return null;
  if (hasAny(said, texts.wrongPassword)) {
    return {
      reason: 'wrong_password',
      detail: 'Instagram did not accept the stored username and password. Correct them in Accounts.',
    };
  }
  return { reason: 'sign_in_refused', detail: `Instagram did not let the account in: "${said.slice(0, 200)}"` };
}

async function isSignedIn(page: Page, view: PageView): Promise<boolean> {
  return view.hasInboxLink && !view.login.hasPassword && (await page.hasCookie('sessionid'));
}

type Progress = { submittedAt: number; beganAt: number };

async function onForm(
  site: SiteContext,
  view: PageView,
  credentials: Credentials | null,
  progress: Progress,
): Promise<SignInState | null> {
  if (credentials === null) return { state: 'needs_user', ...signedOut };
  if (progress.submittedAt > 0) {
    const said = complaint(view);
    return said === null ? null : { state: 'needs_user', ...said };
  }
  // What the user stored is for Instagram's own form, wherever a link or a redirect may have led.
  if (!isOn(site.base, view.url)) return { state: 'needs_user', ...signedOut };
  if (!(await fill(site.page, 'login_user', credentials.username))) return null;
  if (!(await fill(site.page, 'login_password', credentials.password))) return null;
  if ((await click(site.page, { kind: 'login_submit' })) === 'done') progress.submittedAt = performance.now();
  return null;
}

async function step(
  site: SiteContext,
  credentials: Credentials | null,
  progress: Progress,
): Promise<SignInState | null> {
  const view = await look(site.page);
  if (view === null || !view.isReady) return null;
  const gate = gateOn(view);
  if (gate !== null) return { state: 'needs_user', ...gate };
  if (await clearWay(site, view)) return null;
  if (await isSignedIn(site.page, view)) {
    const other = await wrongAccount(site);
    return other === null ? { state: 'signed_in' } : { state: 'needs_user', ...other };
  }
  if (view.login.hasPassword) return onForm(site, view, credentials, progress);
  if (view.login.canBegin && performance.now() - progress.beganAt > 2000) {
    progress.beganAt = performance.now();
    const texts = textsFor(view.language);
    const other = await click(site.page, { kind: 'page_button', names: texts.useAnotherProfile });
    if (other === 'missing') await click(site.page, { kind: 'page_button', names: texts.logIn });
  }
  return null;
}

/** Brings the account to its feed, or to the point where only its owner can go on. */
export async function signIn(site: SiteContext, credentials: Credentials | null): Promise<SignInState> {
  const progress: Progress = { submittedAt: 0, beganAt: -10_000 };
  try {
    await visit(site, '/accounts/login/');
    const state = await poll(() => step(site, credentials, progress), {
      timeoutMs: site.timing.stepMs * 2,
      intervalMs: 150,
    });
    return (
      state ?? {
        state: 'needs_user',
        reason: 'sign_in_unclear',
        detail: "Instagram's sign-in did not go on. Open the account and sign in.",
      }
    );
  } catch (error) {
    if (error instanceof Ended && 'reason' in error.report) {
      return { state: 'needs_user', reason: error.report.reason, detail: error.report.detail };
    }
    throw error;
  }
}
