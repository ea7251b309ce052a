import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, PageCall } from '../../../browser/page.ts';
import { blankPage } from '../../../testing/fake-agent.ts';
import { profilePage } from '../../../testing/page-views.ts';
import { builtInPack } from '../page/pack/built-in.pack.ts';
import { defaultTiming } from '../site.context.ts';
import { signIn } from './sign-in.ts';

const base = 'https://www.instagram.com';
const timing = { ...defaultTiming, otherPageMs: 300, signInTotalMs: 10_000 };

/**
 * Signs in on a page whose form asks only for a password. `hasOther`: the page has the button "Use another profile", which shows the whole
 * form. Returns the resulting state, and everything that the agent recorded, clicked and typed.
 */
async function signInWithout(hasOther: boolean) {
  const events: string[] = [];
  let shows: 'password' | 'whole form' | 'feed' = 'password';
  const targetOf = ([target]: readonly unknown[]): string =>
    typeof target === 'object' && target !== null && 'kind' in target ? String(target.kind) : '';
  const aim = (kind: string): unknown => {
    const isThere =
      kind === 'page_button' ? hasOther && shows === 'password' : kind !== 'login_user' || shows !== 'password';
    if (!isThere) return 'missing';
    events.push(kind);
    if (kind === 'page_button') shows = 'whole form';
    if (kind === 'login_submit') shows = 'feed';
    return { x: 1, y: 1 };
  };
  const answer = ({ name, args }: PageCall): unknown => {
    if (name === 'releaseGuard') return { reached: true, strayed: false };
    if (name === 'aim') return aim(targetOf(args));
    if (name !== 'readView') return true;
    const login = { ...profilePage.login, hasPassword: shows !== 'feed' };
    return { ...profilePage, url: `${base}/accounts/login/`, profile: null, hasInboxLink: shows === 'feed', login };
  };
  const read: Page['read'] = (script) => Promise.resolve(typeof script === 'string' ? null : answer(script));
  const note = (event: string) => (): Promise<void> => Promise.resolve(void events.push(event));
  const page: Page = { ...blankPage, read, type: (text) => note(`type ${text}`)() };
  const site = { page, pack: builtInPack, base, account: null, timing, note: () => undefined };
  const credentials = { username: 'me', password: 'pw', maxSubmits: 2, beforeTyping: note('record') };
  return { state: await signIn(site, credentials), events };
}

test('nothing is typed into a form that asks only for a password, because only the user can fill it in', async () => {
  const { state, events } = await signInWithout(false);
  assert.deepEqual([state, events], [{ state: 'needs_user', reason: 'signed_out', detail: null }, []]);
});

test('a form that asks only for a password is replaced with the whole form if the page has a button for that', async () => {
  const { state, events } = await signInWithout(true);
  const typed = ['login_user', 'record', 'type me', 'login_password', 'type pw', 'login_submit'];
  assert.deepEqual([state, events], [{ state: 'signed_in' }, ['page_button', ...typed]]);
});
