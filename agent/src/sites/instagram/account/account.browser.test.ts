import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { freePort } from '@sandpiper/testkit/ports';
import { PageError } from '../../../browser/page.ts';
import { sleep } from '../../../platform/clock.ts';
import { openSandboxSession, timeScale, type SandboxSession } from '../../../testing/sandbox-session.ts';
import { createInstagram } from '../instagram.ts';
import { builtInPack } from '../page/pack/built-in.pack.ts';
import { watch } from '../page/page.view.ts';
import { click, isFocused, withKeys } from '../page/pointer.ts';

const sender = { username: 'sender', password: 'secret' };
const credentials = { ...sender, maxSubmits: 3, beforeTyping: () => Promise.resolve() };
const user = { kind: 'login_user', origin: 'https://www.instagram.com' } as const;

describe('signing in to an account', { timeout: 1_800_000 }, () => {
  let session: SandboxSession;
  const begin = async (account: object = {}, site: object = {}): Promise<void> => {
    // Leave the current page first. The reset signs the account out, and the page would then navigate by itself.
    await session.page.open('about:blank');
    await session.sandbox.reset({
      accounts: [{ ...sender, ...account }],
      people: ['alice', 'challengemtv'],
      site,
      time_scale: timeScale,
    });
  };
  before(async () => {
    session = await openSandboxSession();
  });
  after(() => session.close());

  for (const states of [
    [],
    ['login_names_old'],
    ['login_names_absent'],
    ['login_chooser'],
    ['login_extra_buttons'],
    ['marketing_page', 'login_names_old'],
    ['cookie_dialog'],
    ['cookie_dialog_2022', 'login_names_old'],
    ['cookie_dialog_2020'],
    ['login_new_words'],
    ['login_remembered', 'login_new_words'],
  ]) {
    test(`signs in with stored credentials: ${states.join(', ') || 'the current form'}`, async () => {
      await begin({}, { states });
      assert.deepEqual(await session.instagram.signIn(session.page, 'sender', credentials), { state: 'signed_in' });
    });
  }

  for (const [page, site] of [
    ['a public profile', { states: ['public_profiles'] }],
    ['a public profile in a language without words', { states: ['public_profiles'], language: 'de' }],
    ['a remembered account in a language without words', { states: ['login_remembered'], language: 'de' }],
  ] as const) {
    test(`recognizes that the account is signed out by ${page}`, async () => {
      await begin({}, site);
      const { reason } = { reason: '', ...(await session.send('alice', { username: 'sender' })) };
      assert.equal(reason, 'signed_out');
      const counted = await session.instagram.countUnread(session.page, 'sender');
      assert.equal('stop' in counted && counted.stop?.reason, 'signed_out');
    });
  }

  test('reopens a page that fails after the form has been submitted', async () => {
    await begin();
    await session.sandbox.faults({ name: 'page_error', times: 1 });
    const state = await session.within({ emptyMs: 2500 }).signIn(session.page, 'sender', credentials);
    assert.deepEqual(state, { state: 'signed_in' });
  });

  test('submits an unresponsive form only as often as allowed, and calls `beforeTyping` each time', async () => {
    await begin();
    const open: typeof session.page.open = async (...given) => {
      const status = await session.page.open(...given);
      await session.page.read('void (window.fetch = () => new Promise(() => undefined))');
      return status;
    };
    const type = mock.fn(session.page.type);
    const beforeTyping = mock.fn(() => Promise.resolve());
    const site = session.within({ signInMs: 500 });
    const state = await site.signIn({ ...session.page, open, type }, 'sender', {
      ...credentials,
      maxSubmits: 2,
      beforeTyping,
    });
    assert.deepEqual(state, { state: 'needs_user', reason: 'sign_in_unclear', detail: null });
    const passwords = type.mock.calls.filter((call) => call.arguments[0] === sender.password);
    assert.deepEqual([passwords.length, beforeTyping.mock.callCount()], [2, 2]);
  });

  test('logs what it is waiting for, and times out', async () => {
    await begin();
    session.notes.length = 0;
    const startedAt = performance.now();
    assert.deepEqual(await session.instagram.signIn(session.page, 'sender', credentials), { state: 'signed_in' });
    // Base the next attempt's time limit on the duration of this attempt, so that the next attempt gets as far even on a slow machine.
    const seconds = Math.ceil((4 * (performance.now() - startedAt)) / 1000);
    assert.ok(session.notes.includes('Signing in: waiting for a response to the form'), session.notes.join('\n'));
    const refused = { ...credentials, password: 'wrong' };
    await begin({}, { states: ['login_error_plain'], language: 'fi' });
    const timing = { signInTotalMs: seconds * 1000, signInMs: 600_000 };
    const standing = await session.within(timing).signIn(session.page, 'sender', refused);
    assert.deepEqual(standing, { state: 'needs_user', reason: 'sign_in_unclear', detail: null });
    const gaveUp = `Signing in: gave up after ${seconds} s while waiting for a response to the form`;
    assert.equal(session.notes.at(-1), gaveUp);
    const open = mock.fn(() => sleep(1500).then(() => Promise.reject(new PageError('navigation', 'No answer'))));
    const silent = await session
      .within({ signInTotalMs: 500 })
      .signIn({ ...session.page, open }, 'sender', credentials);
    assert.deepEqual(silent, { state: 'unreachable', reason: 'sign_in_unreachable', detail: null });
    await sleep(3000);
    assert.equal(open.mock.callCount(), 1, 'does not open the page again after giving up');
  });

  test('does not require the user to act if the site is unreachable', async () => {
    const nowhere = createInstagram({ base: `http://127.0.0.1:${await freePort()}`, pack: () => builtInPack });
    const state = await nowhere.signIn(session.page, 'sender', credentials);
    assert.deepEqual([state.state, 'reason' in state && state.reason], ['unreachable', 'network']);
  });

  test('handles logged-out pages in other languages, and reports a language that is not supported', async () => {
    for (const [language, ...states] of [
      ['es', 'cookie_dialog'],
      ['es', 'login_chooser', 'cookie_dialog_2022'],
      ['ko', 'cookie_dialog'],
      ['ko', 'marketing_page', 'cookie_dialog_2020'],
      ['fi', 'cookie_dialog'],
    ]) {
      await begin({}, { language, states });
      const state = await session.instagram.signIn(session.page, 'sender', credentials);
      if (language === 'fi') assert.equal('reason' in state && state.reason, 'unsupported_language');
      else assert.deepEqual(state, { state: 'signed_in' });
    }
  });

  test('leaves the sign-in to the user if a page before the form is in an unknown language, and names the language', async () => {
    await begin({}, { language: 'fi', states: ['marketing_page'] });
    const state = await session.within({ emptyMs: 2000 }).signIn(session.page, 'sender', credentials);
    const detail = 'The language is Finnish ("fi").';
    assert.deepEqual(state, { state: 'needs_user', reason: 'unsupported_language', detail });
  });

  test('declines the site’s offer to save the login info', async () => {
    await begin({ states: ['save_login_page'] });
    assert.deepEqual(await session.instagram.signIn(session.page, 'sender', credentials), { state: 'signed_in' });
  });

  test('detects that the account is already signed in', async () => {
    assert.deepEqual(await session.instagram.signIn(session.page, 'sender', null), { state: 'signed_in' });
  });

  for (const [state, language, reason] of [
    ['two_factor', 'en', 'code_required'],
    ['two_step', 'en', 'code_required'],
    ['code_entry', 'en', 'code_required'],
    ['login_problem', 'en', 'sign_in_refused'],
    ['login_problem', 'es', 'sign_in_refused'],
    ['login_problem', 'ko', 'sign_in_refused'],
  ] as const) {
    test(`leaves the sign-in to the user: ${state}, ${language}`, async () => {
      await begin({ states: [state] }, { language });
      const signedIn = await session.instagram.signIn(session.page, 'sender', credentials);
      assert.deepEqual([signedIn.state, 'reason' in signedIn && signedIn.reason], ['needs_user', reason]);
    });
  }

  for (const [where, site, reason] of [
    ['is marked as an error', {}, 'wrong_password'],
    ['is plain text', { states: ['login_error_plain'] }, 'wrong_password'],
    ['is plain text in Spanish', { states: ['login_error_plain'], language: 'es' }, 'wrong_password'],
    ['is plain text in Korean', { states: ['login_error_plain'], language: 'ko' }, 'wrong_password'],
  ] as const) {
    test(`reports a wrong password, and tries it only once, if the error message ${where}`, async () => {
      await begin({}, site);
      const signedIn = await session.instagram.signIn(session.page, 'sender', {
        ...credentials,
        password: 'wrong',
      });
      assert.equal('reason' in signedIn && signedIn.reason, reason);
      assert.equal((await session.sandbox.state()).sign_ins, 1);
    });
  }

  test('ends if the form shows an unknown error message, and quotes the message', async () => {
    await begin({}, { states: ['login_error_plain'], language: 'fi' });
    const site = session.within({ signInMs: 4000 });
    const signedIn = await site.signIn(session.page, 'sender', { ...credentials, password: 'wrong' });
    assert.equal('reason' in signedIn && signedIn.reason, 'sign_in_refused');
    assert.match('detail' in signedIn ? (signedIn.detail ?? '') : '', /Salasana on väärä/u);
    assert.equal((await session.sandbox.state()).sign_ins, 1);
  });

  test('types nothing if the attempt cannot be recorded first', async () => {
    await begin();
    const failing = { ...credentials, beforeTyping: () => Promise.reject(new Error('Disk full')) };
    await assert.rejects(session.instagram.signIn(session.page, 'sender', failing), /Disk full/u);
    assert.equal((await session.sandbox.state()).sign_ins, 0);
  });

  test('fills in nothing without stored credentials', async () => {
    await begin();
    const signedIn = await session.instagram.signIn(session.page, 'sender', null);
    assert.equal('reason' in signedIn && signedIn.reason, 'signed_out');
  });

  test('recognizes a username that begins like one of Instagram’s own paths', async () => {
    await begin();
    await session.enter('sender');
    assert.equal((await session.send('challengemtv')).outcome, 'sent');
  });

  test('finds sign-in fields outside a form element, but types nothing into those on another site', async () => {
    const label = 'Mobile number, username or email';
    const form = `<input aria-label="Search"><div><input aria-label="${label}"><input type="password">
      <button>Log in</button></div>`;
    await session.page.open(`data:text/html,<html lang="en"><body>${encodeURIComponent(form)}`);
    await click(session, user);
    assert.equal(await isFocused(session, user), true);
    assert.equal(await withKeys(session, user, () => session.page.type('secret')), 'missing');
    assert.equal(await session.page.read('document.querySelectorAll("input")[1].value'), '');
  });

  test('does not mistake a sign-up page for a sign-in form, even without a form element', async () => {
    const fields = ['Email', 'Password', 'Full name', 'Username'].map(
      (name) => `<p><input aria-label="${name}"
      type="${name === 'Password' ? 'password' : 'text'}"></p>`,
    );
    await session.page.open(
      `data:text/html,<html lang="en">${encodeURIComponent(fields.join(''))}<button>Sign up</button>`,
    );
    assert.equal(await click(session, user), 'missing');
    assert.equal(await click(session, { ...user, kind: 'login_password' }), 'missing');
  });

  test('types credentials only on Instagram’s own site', async () => {
    await begin();
    await session.page.open(`${session.sandbox.url}/accounts/login/`);
    await watch(session, ({ login }) => (login.hasPassword ? true : null), 30_000);
    await click(session, user);
    const other = { ...user, origin: 'https://www.instagram.example' };
    assert.equal(await withKeys(session, other, () => session.page.type('x')), 'missing');
    const own = { ...user, origin: session.sandbox.url };
    assert.equal(await withKeys(session, own, () => session.page.type('x')), 'done');
  });
});
