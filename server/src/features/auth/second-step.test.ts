import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recoveryCodesMade } from '@sandpiper/contract/limits';
import { buildUser } from '../../testing/builders.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { buildTwoFactorUser, challengeFor } from '../../testing/two-factor.ts';
import type { TwoFactorUser } from '../../testing/two-factor.ts';
import { dropEndedSessions } from './sessions.service.ts';

const server = await testServer();
const { app } = server;
const step = 'POST /api/auth/two-factor';
const guess = '12345';

async function challenged(user: TwoFactorUser): Promise<string> {
  const challenge = await challengeFor(server, user);
  assert.ok(challenge);
  return challenge;
}

const refusedAs = async (body: { challenge: string; code: string }, at: TestServer = server) =>
  (await at.refuse(null, step, { body })).code;

describe('the second step of signing in', () => {
  it('opens a session with a code from the app', async () => {
    const user = await buildTwoFactorUser(server);
    const body = { challenge: await challenged(user), code: user.app.nextCode() };
    const signedIn = await server.call(null, step, { body });
    assert.deepEqual([signedIn.remembered_browser, signedIn.recovery_codes_left], [null, null]);
    const profile = await server.call(signedIn, 'GET /api/auth/profile');
    assert.deepEqual(profile.user, signedIn.user);
    assert.equal(await refusedAs(body), 'expired_code', 'the challenge works only once');
  });

  it('is not revealed to anyone who does not know the password', async () => {
    const { username } = await buildTwoFactorUser(server);
    const body = { username, password: 'a guess' };
    const refusal = await server.refuse(null, 'POST /api/auth/login', { body });
    assert.deepEqual([refusal.status, refusal.code, refusal.challenge], [401, 'invalid_credentials', undefined]);
  });

  it('accepts each code once, even if it arrives twice at the same time', async () => {
    const user = await buildTwoFactorUser(server);
    const code = user.app.nextCode();
    const bodies = [
      { challenge: await challenged(user), code },
      { challenge: await challenged(user), code },
    ];
    const replies = await Promise.all(
      bodies.map((body) => server.send(null, { method: 'POST', url: '/api/auth/two-factor', body })),
    );
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400],
    );
    assert.equal(await refusedAs({ challenge: await challenged(user), code }), 'validation_failed');
  });

  it('does not accept the code that set up two-factor sign-in', async () => {
    const user = await buildTwoFactorUser(server);
    assert.equal(await refusedAs({ challenge: await challenged(user), code: user.usedCode }), 'validation_failed');
  });

  it('accepts a recovery code once, and shows how many are left', async () => {
    const user = await buildTwoFactorUser(server);
    const code = user.recoveryCodes[0] ?? '';
    const signedIn = await server.call(null, step, { body: { challenge: await challenged(user), code } });
    assert.equal(signedIn.recovery_codes_left, recoveryCodesMade - 1);
    assert.equal(await refusedAs({ challenge: await challenged(user), code }), 'validation_failed');
    const { notices } = await server.call(user, 'GET /api/notices');
    assert.equal(notices[0]?.title, 'A recovery code was used to sign in');
  });

  it("does not accept another user's codes", async () => {
    const user = await buildTwoFactorUser(server);
    const other = await buildTwoFactorUser(server);
    const challenge = await challenged(user);
    for (const code of [other.app.nextCode(), other.recoveryCodes[0] ?? '']) {
      assert.equal(await refusedAs({ challenge, code }), 'validation_failed');
    }
  });

  it('is refused once its challenge has expired, and leaves no data behind', async () => {
    const user = await buildTwoFactorUser(server);
    const challenge = await challenged(user);
    const expires_at = new Date(Date.now() - 1000);
    await app.db.updateTable('sign_in_challenges').set({ expires_at }).where('user_id', '=', user.id).execute();
    assert.equal(await refusedAs({ challenge, code: user.app.nextCode() }), 'expired_code');
    assert.equal(await refusedAs({ challenge: 'made-up', code: user.app.nextCode() }), 'expired_code');
    await dropEndedSessions(app);
    const left = await app.db.selectFrom('sign_in_challenges').selectAll().where('user_id', '=', user.id).execute();
    assert.deepEqual(left, []);
  });

  it('is canceled if the user is deactivated in the meantime', async () => {
    const user = await buildTwoFactorUser(server);
    const admin = await buildUser(app, { role: 'admin' });
    const body = { challenge: await challenged(user), code: user.app.nextCode() };
    const off = { username: user.username, is_active: false };
    await server.call(admin, 'PUT /api/users/:id', { params: { id: user.id }, body: off });
    assert.equal(await refusedAs(body), 'expired_code');
  });

  it('is canceled if the password is changed in the meantime', async () => {
    const user = await buildTwoFactorUser(server);
    const body = { challenge: await challenged(user), code: user.app.nextCode() };
    const passwords = { current_password: user.password, new_password: 'another sesame' };
    await server.call(user, 'PUT /api/auth/password', { body: passwords });
    assert.equal(await refusedAs(body), 'expired_code');
  });
});

describe('the limit on guessing codes', () => {
  it('applies after ten wrong codes for a user, whatever the address, challenge or server process', async () => {
    const user = await buildTwoFactorUser(server);
    const beside = await startBeside(server);
    const challenges = [await challenged(user), await challenged(user)];
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? server : beside).send(null, {
          method: 'POST',
          url: '/api/auth/two-factor',
          body: { challenge: challenges[index % 2], code: guess },
          remoteAddress: `203.0.113.${index}`,
        }),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 400).length, 10);
    assert.equal(statuses.filter((status) => status === 429).length, 2);
    const right = { challenge: challenges[0] ?? '', code: user.app.nextCode() };
    assert.equal(await refusedAs(right, beside), 'rate_limited');
    const confirmed = { password: user.password, code: user.app.nextCode() };
    const turnOff = await server.refuse(user, 'POST /api/two-factor/turn-off', { body: confirmed });
    assert.equal(turnOff.code, 'rate_limited', 'codes for other actions share the limit');

    const refusals = await app.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'detail'])
      .where('user_id', '=', user.id)
      .where('action', '=', 'two_factor_refused')
      .execute();
    assert.equal(refusals.length, 10);
    assert.ok(!JSON.stringify(refusals).includes(guess));
  });

  it('counts neither correct codes nor the passwords entered before them', async () => {
    const user = await buildTwoFactorUser(server);
    for (let time = 0; time < 11; time += 1) {
      await app.db.updateTable('two_factor_secrets').set({ last_step: 0 }).where('user_id', '=', user.id).execute();
      const body = { challenge: await challenged(user), code: user.app.nextCode() };
      await server.call(null, step, { body });
    }
  });

  it('counts each unanswered challenge as a wrong password', async () => {
    const user = await buildTwoFactorUser(server);
    for (let time = 0; time < 10; time += 1) await challenged(user);
    await assert.rejects(challengeFor(server, user), /rate_limited/);
  });
});
