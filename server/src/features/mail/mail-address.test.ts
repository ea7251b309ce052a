import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { change } from '../../platform/change.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { plainTextOf, startMailServer } from '../../testing/mail-server.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import { queueMail, sendDueMails } from './outgoing-mail.service.ts';

const plain = await testServer();
const mail = await startMailServer();
const publicUrl = 'https://sandpiper.example';
const server = await startBeside(await testServer(), { smtpUrl: mail.url, publicUrl });
const { app } = server;

const nowhere = { address: null, is_confirmed: false, is_mail_set_up: true, missing_settings: [] };
const newAddress = () => `${uniqueName('ana')}@example.com`;
const set = (user: TestUser, address: string) => server.call(user, 'PUT /api/mail-address', { body: { address } });
const shown = (user: TestUser) => server.call(user, 'GET /api/mail-address');
const confirm = (token: string) => server.call(null, 'POST /api/mail-address/confirm', { body: { token } });
const refuse = (token: string) => server.refuse(null, 'POST /api/mail-address/confirm', { body: { token } });

/** Sends all due emails and returns the text of each email received at an address. */
async function mailsTo(address: string): Promise<string[]> {
  await sendDueMails(app);
  return mail.received.filter(({ to }) => to.includes(address)).map(({ data }) => plainTextOf(data));
}

async function tokenMailedTo(address: string): Promise<string> {
  const text = (await mailsTo(address)).at(-1) ?? '';
  const token = /^https:\/\/sandpiper\.example\/confirm-address\?token=(\S+)$/m.exec(text)?.[1];
  assert.ok(token, text);
  return token;
}

describe('an email address', () => {
  it('is not confirmed until its owner opens the link in an email', async () => {
    const user = await buildUser(app);
    const address = newAddress();
    assert.deepEqual(await shown(user), nowhere);
    assert.deepEqual(await set(user, ` ${address} `), { ...nowhere, address });
    assert.deepEqual(await confirm(await tokenMailedTo(address)), { address });
    assert.deepEqual(await shown(user), { ...nowhere, address, is_confirmed: true });
  });

  it('never appears in the audit log, and its user is notified if it is replaced or removed after being confirmed', async () => {
    const user = await buildUser(app);
    const addresses = [newAddress(), newAddress()] as const;
    await set(user, addresses[0]);
    await confirm(await tokenMailedTo(addresses[0]));
    const notices = async () => (await server.call(user, 'GET /api/notices')).notices.map(({ title }) => title);
    assert.deepEqual(await notices(), []);
    await set(user, addresses[1]);
    assert.deepEqual(await notices(), ['Your email address was changed or removed']);
    await server.call(user, 'DELETE /api/mail-address');
    assert.equal((await notices()).length, 1);
    const { events } = await server.call(user, 'GET /api/activity');
    assert.deepEqual(
      events.map(({ action }) => action.replace('mail_address_', '')),
      ['removed', 'entered', 'confirmed', 'entered'],
    );
    assert.doesNotMatch(JSON.stringify(events), /example\.com/);
  });

  for (const [what, act] of [
    ['replaced', (user: TestUser) => set(user, newAddress())],
    ['removed', (user: TestUser) => server.call(user, 'DELETE /api/mail-address')],
  ] as const) {
    it(`gets a last email when it is ${what}, even if its user has switched off such emails and makes more changes`, async () => {
      const user = await buildUser(app);
      const address = newAddress();
      await set(user, address);
      await confirm(await tokenMailedTo(address));
      const off = { kind: 'security_change', in_app: true, browser: true, mail: false } as const;
      await server.call(user, 'PUT /api/notices/switches', { body: off });
      await act(user);
      await set(user, newAddress());
      await server.call(user, 'DELETE /api/mail-address');
      const [, last = '', ...others] = await mailsTo(address);
      assert.match(last, /^Your email address was changed or removed\n.*The request came from 127\.0\.0\.1\./);
      assert.deepEqual(others, []);
    });
  }

  it('gets an email that says why it was sent and contains a token that is not stored', async () => {
    const user = await buildUser(app);
    const address = newAddress();
    await set(user, address);
    const [queued] = await app.db.selectFrom('outgoing_mails').selectAll().where('user_id', '=', user.id).execute();
    const token = await tokenMailedTo(address);
    const [text] = await mailsTo(address);
    assert.equal(
      text,
      [
        'Confirm your email address',
        'Someone entered this address in Sandpiper. If it was you, open this link within 24 hours of entering the address:',
        `${publicUrl}/confirm-address?token=${token}`,
        '',
        '-- ',
        'If it wasn’t you, ignore this email. Sandpiper sends nothing else until the address is confirmed.',
        '',
      ].join('\n'),
    );
    const row = await app.db.selectFrom('mail_addresses').selectAll().where('user_id', '=', user.id).execute();
    assert.ok(queued?.sealed?.includes(token) === false && !JSON.stringify(row).includes(token));
    const left = await app.db.selectFrom('outgoing_mails').select('id').where('user_id', '=', user.id).execute();
    assert.deepEqual(left, []);
  });

  it('is not confirmed by a link that was used, replaced, made up, or opened after a day', async () => {
    const user = await buildUser(app);
    const address = newAddress();
    await set(user, address);
    const replaced = await tokenMailedTo(address);
    await set(user, address);
    const late = await tokenMailedTo(address);
    for (const token of [replaced, 'sandpiper_mail_made-up']) {
      const { status, code, error } = await refuse(token);
      assert.deepEqual([status, code], [400, 'expired_code']);
      assert.match(error, /^This link has already been used, has expired, or has been replaced by a newer one\./);
    }
    await app.db
      .updateTable('mail_addresses')
      .set({ token_expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', user.id)
      .execute();
    assert.equal((await refuse(late)).code, 'expired_code');
    assert.equal((await shown(user)).is_confirmed, false);
    await set(user, address);
    const used = await tokenMailedTo(address);
    await confirm(used);
    assert.equal((await refuse(used)).code, 'expired_code');
    assert.equal((await shown(user)).is_confirmed, true);
  });

  it('has to be confirmed again after it was changed', async () => {
    const user = await buildUser(app);
    const [first, second] = [newAddress(), newAddress()];
    await set(user, first);
    await confirm(await tokenMailedTo(first));
    assert.equal((await set(user, first)).is_confirmed, true);
    assert.equal((await mailsTo(first)).length, 1);
    assert.deepEqual(await set(user, second), { ...nowhere, address: second });
  });

  it('is deleted when its owner removes it, along with any email that has not been sent yet', async () => {
    const user = await buildUser(app);
    const address = newAddress();
    await set(user, address);
    await server.call(user, 'DELETE /api/mail-address');
    assert.deepEqual(await mailsTo(address), []);
    assert.deepEqual(await shown(user), nowhere);
  });

  it('gets at most five emails an hour, no matter who requests them', async () => {
    const address = newAddress();
    for (let times = 0; times < 5; times += 1) await set(await buildUser(app), address);
    const other = await buildUser(app);
    const refusal = await server.refuse(other, 'PUT /api/mail-address', { body: { address } });
    assert.equal(refusal.code, 'rate_limited');
    for (let times = 0; times < 4; times += 1) await set(other, newAddress());
    const last = await server.refuse(other, 'PUT /api/mail-address', { body: { address: newAddress() } });
    assert.equal(last.code, 'rate_limited');
  });

  it('cannot be written in another way to get more emails', async () => {
    const user = await buildUser(app);
    for (const address of ['ana@example.com,x.de', '<x>ana@example.com', 'ana@example.com(x)']) {
      const refusal = await server.refuse(user, 'PUT /api/mail-address', { body: { address } });
      assert.equal(refusal.code, 'validation_failed', address);
    }
  });

  it('shares its limit with all spellings that reach the same mailbox', async () => {
    const address = newAddress();
    const spellings = [address, address.toUpperCase(), address.replace('@e', '@\uFF45')];
    for (const spelling of [...spellings, ...spellings.slice(1)]) await set(await buildUser(app), spelling);
    const refusal = await server.refuse(await buildUser(app), 'PUT /api/mail-address', { body: { address } });
    assert.equal(refusal.code, 'rate_limited');
  });

  it('is never read as a list of addresses, even if an earlier version accepted it', async () => {
    const user = await buildUser(app);
    const [target, letter] = [newAddress(), { subject: 'Hello', text: 'Hello', html: '' }];
    await change(app, (change) =>
      queueMail(change, user.id, { purpose: 'confirm_address', to: `${target},x.de`, ...letter }),
    );
    assert.deepEqual(await mailsTo(target), []);
  });

  it('is refused if the server cannot send email, and administrators see which setting is missing', async () => {
    const user = await buildUser(plain.app);
    const admin = await buildUser(plain.app, { role: 'admin' });
    const off = { ...nowhere, is_mail_set_up: false };
    assert.deepEqual(await plain.call(user, 'GET /api/mail-address'), off);
    assert.deepEqual(await plain.call(admin, 'GET /api/mail-address'), {
      ...off,
      missing_settings: ['SMTP_URL', 'PUBLIC_URL'],
    });
    const refusal = await plain.refuse(user, 'PUT /api/mail-address', { body: { address: newAddress() } });
    assert.deepEqual([refusal.status, refusal.error], [409, "This server doesn't send email."]);
  });
});

describeAccess(plain, [
  { key: 'GET /api/mail-address' },
  { key: 'PUT /api/mail-address', input: () => Promise.resolve({ body: { address: newAddress() } }) },
  { key: 'DELETE /api/mail-address' },
  { key: 'POST /api/mail-address/confirm', input: () => Promise.resolve({ body: { token: 'made-up' } }) },
]);
