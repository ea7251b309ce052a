import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageError } from '../../../browser/page.ts';
import { blankPage } from '../../../testing/fake-agent.ts';
import { builtInPack } from '../page/pack/built-in.pack.ts';
import type { Stop } from '../report.ts';
import { defaultTiming, type SiteContext } from '../site.context.ts';
import { settledStop } from './settled.stop.ts';

const found: Stop = { reason: 'checkpoint', detail: null };

/**
 * Returns a site with a page that only the owner can get past. The page shows each of the `words` in turn, and then keeps showing
 * the last of them.
 */
function siteShowing(
  words: string[],
  { path = '/accounts/suspended/', wordsMs = 60_000, hasPassword = false } = {},
): SiteContext {
  const seen = (main: string) => ({
    url: `https://www.instagram.com${path}`,
    language: 'en',
    isReady: true,
    login: { hasPassword, canBegin: false, hasLink: false, hasNoViewer: false, words: '', alerts: [] },
    hasInboxLink: false,
    dialogs: [],
    main,
    profile: null,
    chats: [],
    search: null,
    badge: null,
  });
  const read = (): Promise<unknown> => Promise.resolve(seen((words.length > 1 ? words.shift() : words[0]) ?? ''));
  return {
    page: { ...blankPage, read },
    pack: builtInPack,
    base: 'https://www.instagram.com',
    account: null,
    timing: { ...defaultTiming, wordsMs },
    note: () => undefined,
  };
}

test('a text that appears late still provides the stop reason', async () => {
  const site = siteShowing(['', 'Instagram', "Confirm you're human to use your account"]);
  assert.deepEqual(await settledStop(site, found), { reason: 'human_check', detail: null });
});

test('if no known text appears before the timeout, the URL alone provides the stop reason', async () => {
  const startedAt = performance.now();
  assert.deepEqual(await settledStop(siteShowing(['Something new'], { wordsMs: 500 }), found), found);
  assert.ok(performance.now() - startedAt >= 450);
});

test('a stop reason stays the same if the page itself shows none', async () => {
  const limited: Stop = { reason: 'rate_limited', detail: '"Try again"' };
  assert.deepEqual(await settledStop(siteShowing(['Feed'], { path: '/', wordsMs: 500 }), limited), limited);
});

test('a sign-in form or sign-up page that follows does not hide the stop reason', async () => {
  const limited: Stop = { reason: 'rate_limited', detail: '"Please wait a few minutes before you try again."' };
  for (const path of ['/accounts/login/', '/accounts/emailsignup/']) {
    for (const stop of [limited, found]) {
      assert.deepEqual(
        await settledStop(siteShowing(['Log in'], { path, wordsMs: 500, hasPassword: true }), stop),
        stop,
      );
    }
  }
});

test('a page that only the owner can get past provides the stop reason if the account seemed to be signed out', async () => {
  const page = siteShowing(["Confirm you're human to use your account"], { wordsMs: 500 });
  assert.equal((await settledStop(page, { reason: 'signed_out', detail: null })).reason, 'human_check');
});

test('a stop reason stays the same if the window is closed in the meantime', async () => {
  const site = siteShowing(['']);
  site.page = { ...site.page, read: () => Promise.reject(new PageError('closed', 'Gone')) };
  assert.deepEqual(await settledStop(site, found), found);
});
