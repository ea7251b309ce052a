import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAgent, buildUser, uniqueName } from '../../testing/builders.ts';
import { plainTextOf, startMailServer } from '../../testing/mail-server.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import { buildPasswordUser, buildTwoFactorUser, challengeFor } from '../../testing/two-factor.ts';
import { dropEndedSessions } from '../auth/sessions.service.ts';
import { sendDueMails } from '../mail/outgoing-mail.service.ts';
import { resetsToEnd } from './password-reset.service.ts';

const plain = await testServer();
const mail = await startMailServer();
const publicUrl = 'https://sandpiper.example';
const server = await startBeside(await testServer(), { smtpUrl: mail.url, publicUrl });
const { app } = server;
const new_password = 'another sesame';

const newAddress = () => `${uniqueName('Ana')}@example.com`;

function setAddress(userId: number, address: string, confirmed_at: Date | null = new Date()) {
  return app.db.insertInto('mail_addresses').values({ user_id: userId, address, confirmed_at }).execute();
}

async function withAddress() {
  const user = await buildPasswordUser(server);
  const address = newAddress();
  await setAddress(user.id, address);
  return { ...user, address };
}

/** Waits for the background work after a response, sends all due emails, and returns the text of each email received at an address. */
async function mailsTo(address: string): Promise<string[]> {
  await resetsToEnd(app);
  await sendDueMails(app);
  return mail.received.filter(({ to }) => to.includes(address)).map(({ data }) => plainTextOf(data));
}

const ask = (address: string) => server.call(null, 'POST /api/auth/password-reset', { body: { address } });

async function linkTo(address: string, typed = address): Promise<string> {
  await ask(typed);
  const text = (await mailsTo(address)).at(-1) ?? '';
  const token = /^https:\/\/sandpiper\.example\/reset-password\?token=(\S+)$/m.exec(text)?.[1];
  assert.ok(token, text);
  return token;
}

const set = (token: string) => server.call(null, 'PUT /api/auth/password-reset', { body: { token, new_password } });
const refuse = async (token: string) =>
  (await server.refuse(null, 'PUT /api/auth/password-reset', { body: { token, new_password } })).code;

describe('asking for a new password', () => {
  it('emails a link whose token is not in the database', async () => {
    const user = await withAddress();
    const token = await linkTo(user.address, user.address.toLowerCase());
    assert.deepEqual(await mailsTo(user.address), [
      [
        `Set a new password for ${user.username}`,
        'Someone used the sign-in page to request a new password for your user account. If it was you, open this link within 30 minutes of your request. If you requested several emails, only the newest link works.',
        `${publicUrl}/reset-password?token=${token}`,
        '',
        '-- ',
        'If it wasn’t you, ignore this email. Your password stays as it is.',
        '',
      ].join('\n'),
    ]);
    const rows = await app.db.selectFrom('password_resets').selectAll().where('user_id', '=', user.id).execute();
    assert.ok(rows[0] && !rows[0].token_hash.toString('latin1').includes(token));
    const events = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('action', 'not in', ['registered', 'signed_in'])
      .execute();
    assert.deepEqual(
      events.map(({ action, actor_kind }) => [action, actor_kind]),
      [['password_reset_requested', 'visitor']],
    );
    assert.ok(!JSON.stringify(events).includes(token));
  });

  it('gets the same response for every address, and only confirmed addresses get an email', async () => {
    const unconfirmed = await buildUser(app);
    const inactive = await buildUser(app, { is_active: false });
    const addresses = [newAddress(), newAddress(), newAddress()] as const;
    await setAddress(unconfirmed.id, addresses[1], null);
    await setAddress(inactive.id, addresses[2]);
    for (const address of addresses) {
      assert.deepEqual(await ask(address), { success: true });
      assert.deepEqual(await mailsTo(address), []);
    }
  });

  it('sends a separate email to each user who has the address', async () => {
    const first = await withAddress();
    const second = await buildPasswordUser(server);
    await setAddress(second.id, first.address);
    await ask(first.address);
    assert.equal((await mailsTo(first.address)).length, 2);
  });

  it('sends no email if the link has expired while the mail server could not be reached', async () => {
    const user = await withAddress();
    await ask(user.address);
    await resetsToEnd(app);
    const created_at = new Date(Date.now() - 30 * 60_000);
    await app.db.updateTable('outgoing_mails').set({ created_at }).where('user_id', '=', user.id).execute();
    assert.deepEqual(await mailsTo(user.address), []);
    const waiting = await app.db.selectFrom('outgoing_mails').select('id').where('user_id', '=', user.id).execute();
    assert.deepEqual(waiting, []);
  });

  it('is limited per email address across all servers, whether or not a user has this address', async () => {
    const beside = await startBeside(server, { smtpUrl: mail.url, publicUrl });
    const { address } = await withAddress();
    for (const one of [address, newAddress()]) {
      const statuses = [];
      for (let time = 0; time < 6; time += 1) {
        const at = time % 2 === 0 ? server : beside;
        const request = { method: 'POST', url: '/api/auth/password-reset', body: { address: one } };
        statuses.push((await at.send(null, { ...request, remoteAddress: `203.0.${time}.7` })).status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
    }
    await resetsToEnd(beside.app);
  });

  it('is limited per network', async () => {
    const from = async (remoteAddress: string) => {
      const request = { method: 'POST', url: '/api/auth/password-reset', body: { address: newAddress() } };
      return (await server.send(null, { ...request, remoteAddress })).status;
    };
    for (let time = 0; time < 30; time += 1) assert.equal(await from(`198.51.100.${time}`), 200);
    assert.equal(await from('198.51.100.99'), 429);
    assert.equal(await from('198.51.101.1'), 200);
  });

  it('is offered only if the server can send email', async () => {
    assert.deepEqual(await server.call(null, 'GET /api/auth/options'), {
      can_reset_password: true,
      registration: 'open',
      trial_days: 14,
      terms_url: null,
      privacy_url: null,
    });
    assert.deepEqual(await plain.call(null, 'GET /api/auth/options'), {
      can_reset_password: false,
      registration: 'open',
      trial_days: 14,
      terms_url: null,
      privacy_url: null,
    });
    const refusal = await plain.refuse(null, 'POST /api/auth/password-reset', { body: { address: newAddress() } });
    assert.equal(refusal.code, 'invalid_state');
  });
});

describe('a link that sets a new password', () => {
  it('works once, and revokes the user’s sessions, agents and approved computers', async () => {
    const user = await withAddress();
    const agent = await buildAgent(app, user);
    const pairing = await server.call(null, 'POST /api/agent-pairing', { body: { device_name: 'Desk' } });
    await server.call(user, 'POST /api/agent-pairing/:code/approve', { params: { code: pairing.user_code } });
    const token = await linkTo(user.address);
    await set(token);
    assert.equal(await refuse(token), 'expired_code');

    assert.equal((await server.refuse(user, 'GET /api/auth/profile')).status, 401);
    assert.equal((await server.refuse(agent, 'POST /api/agent/sign-off')).status, 401);
    const poll = { body: { device_code: pairing.device_code } };
    assert.equal((await server.refuse(null, 'POST /api/agent-pairing/token', poll)).code, 'expired_code');
    const { username } = user;
    await server.refuse(null, 'POST /api/auth/login', { body: { username, password: user.password } });
    const signedIn = await server.call(null, 'POST /api/auth/login', { body: { username, password: new_password } });
    const { notices } = await server.call(signedIn, 'GET /api/notices');
    assert.ok(notices.some(({ title }) => title === 'Your password was reset'));
    const events = await app.db
      .selectFrom('audit_events')
      .select(['action', 'actor_name'])
      .where('user_id', '=', user.id)
      .where('action', '=', 'password_reset')
      .execute();
    assert.deepEqual(events, [{ action: 'password_reset', actor_name: username }]);
  });

  it('works only once even if it is used twice at the same time', async () => {
    const user = await withAddress();
    const body = { token: await linkTo(user.address), new_password };
    const request = { method: 'PUT', url: '/api/auth/password-reset', body };
    const replies = await Promise.all([server.send(null, request), server.send(null, request)]);
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400],
    );
  });

  it('leaves two-factor sign-in on, and forgets remembered browsers', async () => {
    const user = await buildTwoFactorUser(server);
    const address = newAddress();
    await setAddress(user.id, address);
    const finish = { challenge: (await challengeFor(server, user)) ?? '', code: user.app.nextCode(), remember: true };
    const { remembered_browser } = await server.call(null, 'POST /api/auth/two-factor', { body: finish });
    await set(await linkTo(address));
    const body = { username: user.username, password: new_password, remembered_browser: remembered_browser ?? '' };
    assert.equal((await server.refuse(null, 'POST /api/auth/login', { body })).code, 'two_factor_required');
  });

  it('is replaced by a newer link, and expires after half an hour', async () => {
    const user = await withAddress();
    const replaced = await linkTo(user.address);
    const late = await linkTo(user.address);
    assert.equal(await refuse(replaced), 'expired_code');
    const row = app.db.selectFrom('password_resets').select('expires_at').where('user_id', '=', user.id);
    const minutes = (Date.parse((await row.executeTakeFirstOrThrow()).expires_at) - Date.now()) / 60_000;
    assert.equal(Math.round(minutes), 30);
    const expires_at = new Date(Date.now() - 1000);
    await app.db.updateTable('password_resets').set({ expires_at }).where('user_id', '=', user.id).execute();
    assert.equal(await refuse(late), 'expired_code');
    await dropEndedSessions(app);
    assert.equal(await row.executeTakeFirst(), undefined);
  });

  it('stops working when the address or the password changes or the user is deactivated', async () => {
    const admin = await buildUser(app, { role: 'admin' });
    const moved = await withAddress();
    const toOldAddress = await linkTo(moved.address);
    await server.call(moved, 'DELETE /api/mail-address');
    const changed = await withAddress();
    const toChanged = await linkTo(changed.address);
    const body = { current_password: changed.password, new_password };
    await server.call(changed, 'PUT /api/auth/password', { body });
    const off = await withAddress();
    const toOff = await linkTo(off.address);
    const deactivated = { username: off.username, is_active: false };
    await server.call(admin, 'PUT /api/users/:id', { params: { id: off.id }, body: deactivated });
    for (const token of [toOldAddress, toChanged, toOff, 'made-up']) assert.equal(await refuse(token), 'expired_code');
  });
});

describe('the address that reset links are sent to', () => {
  it('can be set only shortly after the password was entered, so that a stolen session is not enough', async () => {
    const user = await buildUser(app);
    const confirmed_at = new Date(Date.now() - 601_000);
    await app.db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', user.id).execute();
    const body = { address: newAddress() };
    assert.equal((await server.refuse(user, 'PUT /api/mail-address', { body })).code, 'recent_sign_in_required');
  });
});

describeAccess(server, [
  { key: 'POST /api/auth/password-reset', input: () => Promise.resolve({ body: { address: newAddress() } }) },
  { key: 'PUT /api/auth/password-reset', input: () => Promise.resolve({ body: { token: 'x', new_password } }) },
]);
