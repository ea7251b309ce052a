import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { z } from 'zod';
import { startSandbox } from '../testing/sandbox.ts';
import type { Sandbox } from '../testing/sandbox.ts';

const answer = z.object({ goTo: z.string().optional(), error: z.string().optional() });

describe('signing in', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());
  beforeEach(() =>
    sandbox.reset({
      accounts: [
        { username: 'wren', password: 'right' },
        { username: 'otis', password: 'pw' },
      ],
    }),
  );

  async function signIn(user: string, password: string, next = '/') {
    const response = await fetch(`${sandbox.url}/ajax/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user, password, next }),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    return { ...answer.parse(await response.json()), cookies };
  }
  const visit = (path: string, cookies: string[] = []) =>
    fetch(`${sandbox.url}${path}`, { headers: { cookie: cookies.join('; ') }, redirect: 'manual' });

  test('the right password sets the cookies for the session and the account ID, and opens the requested page', async () => {
    const { goTo, cookies } = await signIn('Wren', 'right', '/mia/');
    assert.equal(goTo, '/mia/');
    assert.deepEqual(
      cookies.map((cookie) => cookie.split('=')[0]),
      ['sessionid', 'ds_user_id'],
    );
    assert.equal((await visit('/', cookies)).status, 200);
    assert.equal((await visit('/accounts/login/', cookies)).headers.get('location'), '/');
  });

  test('several accounts can be signed in at the same time', async () => {
    const wren = await signIn('wren', 'right');
    const otis = await signIn('otis', 'pw');
    assert.match(await (await visit('/', wren.cookies)).text(), /href="\/wren\/"/u);
    assert.match(await (await visit('/', otis.cookies)).text(), /href="\/otis\/"/u);
  });

  test('a wrong password and an unknown name get different errors, as on the site', async () => {
    assert.match((await signIn('wren', 'wrong')).error ?? '', /your password was incorrect/u);
    assert.match((await signIn('nobody', 'pw')).error ?? '', /login information you entered is incorrect/u);
    await sandbox.faults({ name: 'login_problem', account: 'wren', times: 1 });
    const troubled = await signIn('wren', 'right');
    assert.match(troubled.error ?? '', /problem logging you into Instagram/u);
    assert.deepEqual(troubled.cookies, []);
  });

  for (const [name, path, field] of [
    ['two_factor', '/accounts/login/two_factor/', 'verificationCode'],
    ['two_step', '/accounts/login/two_step_verification/', 'code'],
    ['code_entry', '/auth_platform/codeentry/', 'code'],
  ] as const) {
    test(`${name} asks for a code before there is a session`, async () => {
      await sandbox.faults({ name, account: 'wren' });
      const { goTo, cookies } = await signIn('wren', 'right', '/mia/');
      assert.ok(goTo?.startsWith(path));
      assert.ok(cookies.every((cookie) => !cookie.startsWith('sessionid')));
      assert.match(await (await visit(goTo ?? '', cookies)).text(), new RegExp(`name="${field}"`, 'u'));
      const enter = (code: string) =>
        fetch(`${sandbox.url}${goTo}`, {
          method: 'POST',
          headers: { cookie: cookies.join('; ') },
          body: new URLSearchParams({ [field]: code }),
          redirect: 'manual',
        });
      assert.match(await (await enter('000000')).text(), /check the security code/u);
      const entered = await enter('123456');
      assert.equal(entered.headers.get('location'), '/mia/');
      assert.ok(entered.headers.getSetCookie().some((cookie) => cookie.startsWith('sessionid=')));
    });
  }

  test('the site can offer to save the login info', async () => {
    await sandbox.faults({ name: 'save_login_page' });
    const { goTo, cookies } = await signIn('wren', 'right');
    assert.equal(goTo, '/accounts/onetap/?next=%2F');
    assert.match(await (await visit(goTo ?? '', cookies)).text(), /Save your login info\?.*Not now/su);
  });

  test('visitors who are not signed in get the sign-in form in the language of their browser', async () => {
    assert.equal((await visit('/mia/')).headers.get('location'), '/accounts/login/?next=%2Fmia%2F');
    const spanish = await fetch(`${sandbox.url}/`, { headers: { 'accept-language': 'es-ES' } });
    assert.match(await spanish.text(), /<html lang="es"/u);
  });

  test('visitors who are not signed in can see profiles, with a link to the sign-in form', async () => {
    await sandbox.reset({
      accounts: [{ username: 'wren', password: 'pw' }],
      people: ['mia'],
      site: { states: ['public_profiles'] },
    });
    const page = await (await visit('/mia/')).text();
    assert.match(page, /href="\/accounts\/login\/\?next=%2Fmia%2F".*id="profile-header".*"data":null/su);
    assert.doesNotMatch(page, /direct\/inbox/u);
    assert.equal((await visit('/nobody/')).status, 302);
  });

  test('a return URL on another site is ignored', async () => {
    assert.match(await (await visit('/accounts/login/?next=https://elsewhere.example/')).text(), /"next":"\/"/u);
  });
});
