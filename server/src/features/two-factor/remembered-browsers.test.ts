import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { buildTwoFactorUser, challengeFor } from '../../testing/two-factor.ts';
import type { TwoFactorUser } from '../../testing/two-factor.ts';
import { dropEndedSessions } from '../auth/sessions.service.ts';
import { rememberBrowser } from './second-factor.service.ts';
import { change } from '../../platform/change.ts';

const server = await testServer();
const { app } = server;

const browsersOf = async (user: { token: string }) =>
  (await server.call(user, 'GET /api/remembered-browsers')).browsers;

/** Signs in with the option to remember the browser. Returns the browser's token. */
async function remember(user: TwoFactorUser): Promise<string> {
  const challenge = (await challengeFor(server, user)) ?? '';
  const body = { challenge, code: user.app.nextCode(), remember: true };
  const { remembered_browser } = await server.call(null, 'POST /api/auth/two-factor', { body });
  assert.ok(remembered_browser);
  return remembered_browser;
}

async function remembered() {
  const user = await buildTwoFactorUser(server);
  return { user, remembered_browser: await remember(user) };
}

describe('a remembered browser', () => {
  it('needs no code, and is listed with the time of its last use', async () => {
    const { user, remembered_browser } = await remembered();
    const long = new Date(Date.now() - 86_400_000);
    await app.db
      .updateTable('remembered_browsers')
      .set({ last_used_at: long })
      .where('user_id', '=', user.id)
      .execute();
    assert.equal(await challengeFor(server, user, { remembered_browser, remoteAddress: '203.0.113.7' }), null);
    const [browser] = await browsersOf(user);
    assert.ok(browser && Date.parse(browser.last_used_at) > long.getTime());
    assert.equal(browser.address, '203.0.113.7');
    const days = (Date.parse(browser.expires_at) - Date.parse(browser.created_at)) / 86_400_000;
    assert.equal(Math.round(days), 30);
    assert.ok(await challengeFor(server, user), 'another browser needs a code');
  });

  it('is stored with only the hash of its token', async () => {
    const { user, remembered_browser } = await remembered();
    const [row] = await app.db.selectFrom('remembered_browsers').selectAll().where('user_id', '=', user.id).execute();
    assert.ok(row && !JSON.stringify(row).includes(remembered_browser));
    assert.equal(row.token_hash.toString('latin1').includes(remembered_browser), false);
  });

  it('is remembered only for one user', async () => {
    const { remembered_browser } = await remembered();
    const other = await buildTwoFactorUser(server);
    assert.ok(await challengeFor(server, other, { remembered_browser }));
  });

  it('still needs the password', async () => {
    const { user, remembered_browser } = await remembered();
    const body = { username: user.username, password: 'a guess', remembered_browser };
    assert.equal((await server.refuse(null, 'POST /api/auth/login', { body })).code, 'invalid_credentials');
  });

  it('is remembered for thirty days', async () => {
    const { user, remembered_browser } = await remembered();
    const expires_at = new Date(Date.now() - 1000);
    await app.db.updateTable('remembered_browsers').set({ expires_at }).where('user_id', '=', user.id).execute();
    assert.ok(await challengeFor(server, user, { remembered_browser }));
    assert.deepEqual(await browsersOf(user), []);
    await dropEndedSessions(app);
    const left = await app.db.selectFrom('remembered_browsers').selectAll().where('user_id', '=', user.id).execute();
    assert.deepEqual(left, []);
  });

  it('is forgotten at its user’s request, alone or together with the user’s other browsers', async () => {
    const { user, remembered_browser } = await remembered();
    const place = { address: '203.0.113.7', browser: null };
    const second = await change(app, (change) => rememberBrowser(change, user.id, place));
    const third = await change(app, (change) => rememberBrowser(change, user.id, place));
    const [newest] = await browsersOf(user);
    await server.call(user, 'DELETE /api/remembered-browsers/:id', { params: { id: newest?.id ?? 0 } });
    assert.ok(await challengeFor(server, user, { remembered_browser: third }));
    assert.equal(await challengeFor(server, user, { remembered_browser: second }), null);
    await server.call(user, 'DELETE /api/remembered-browsers');
    for (const token of [remembered_browser, second]) {
      assert.ok(await challengeFor(server, user, { remembered_browser: token }));
    }
    const events = await app.db
      .selectFrom('audit_events')
      .select(['action', 'subject', 'detail'])
      .where('user_id', '=', user.id)
      .where('action', 'in', ['browser_remembered', 'browsers_forgotten'])
      .orderBy('id')
      .execute();
    assert.deepEqual(events, [
      { action: 'browser_remembered', subject: null, detail: {} },
      { action: 'browsers_forgotten', subject: `remembered browser ${newest?.id}`, detail: {} },
      { action: 'browsers_forgotten', subject: null, detail: { browsers: 2 } },
    ]);
  });

  const endings: [string, (user: TwoFactorUser, admin: TestUser) => Promise<unknown>][] = [
    [
      "a change of the user's own password",
      (user) => {
        const body = { current_password: user.password, new_password: user.password };
        return server.call(user, 'PUT /api/auth/password', { body });
      },
    ],
    [
      'a new password from an administrator',
      (user, admin) => {
        const body = { new_password: user.password };
        return server.call(admin, 'PUT /api/users/:id/password', { params: { id: user.id }, body });
      },
    ],
    [
      'deactivation',
      async (user, admin) => {
        const input = { params: { id: user.id }, body: { username: user.username, is_active: false } };
        await server.call(admin, 'PUT /api/users/:id', input);
        await server.call(admin, 'PUT /api/users/:id', { ...input, body: { ...input.body, is_active: true } });
      },
    ],
  ];
  for (const [what, end] of endings) {
    it(`is forgotten after ${what}`, async () => {
      const { user, remembered_browser } = await remembered();
      await end(user, await buildUser(app, { role: 'admin' }));
      assert.ok(await challengeFor(server, user, { remembered_browser }));
    });
  }

  it('is forgotten when two-factor sign-in is turned off', async () => {
    const { user } = await remembered();
    const body = { password: user.password, code: user.recoveryCodes[0] ?? '' };
    await server.call(user, 'POST /api/two-factor/turn-off', { body });
    assert.deepEqual(await browsersOf(user), []);
  });
});

describeAccess(server, [
  { key: 'GET /api/remembered-browsers' },
  { key: 'DELETE /api/remembered-browsers' },
  {
    key: 'DELETE /api/remembered-browsers/:id',
    input: async (owner) => {
      const place = { address: '203.0.113.7', browser: null };
      await change(app, (change) => rememberBrowser(change, owner.id, place));
      const { browsers } = await server.call(owner, 'GET /api/remembered-browsers');
      return { params: { id: browsers[0]?.id ?? 0 } };
    },
    isOwned: true,
  },
]);
