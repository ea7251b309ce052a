import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NoticeKind } from '@sandpiper/contract/notice-kinds';
import { change } from '../../platform/change.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { htmlOf, plainTextOf, startMailServer } from '../../testing/mail-server.ts';
import type { Letter } from '../../testing/mail-server.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import { sendDueMails } from '../mail/outgoing-mail.service.ts';
import { writeNoticeMails } from './notice-mail.service.ts';
import { writeNotice } from './notices.service.ts';

const mail = await startMailServer();
const server = await startBeside(await testServer(), { smtpUrl: mail.url, publicUrl: 'https://sandpiper.example' });
const { app } = server;
const minuteMs = 60_000;

type Reader = { user: TestUser; address: string };

async function reader(): Promise<Reader> {
  const user = await buildUser(app);
  const address = `${uniqueName('ana')}@example.com`;
  const values = { user_id: user.id, address, confirmed_at: new Date() };
  await app.db.insertInto('mail_addresses').values(values).execute();
  return { user, address };
}

function tell({ user }: Reader, title: string, kind: NoticeKind = 'campaign_paused') {
  const notice = { kind, title, message: 'Instagram limited <two> accounts.', path: '/campaigns/7' };
  return change(app, (change) => writeNotice(change, user.id, notice));
}

/** Sends all due emails, including those with notices, and returns all emails received by a reader. */
async function mailsTo({ address }: Reader): Promise<Letter[]> {
  await writeNoticeMails(app);
  await sendDueMails(app);
  return mail.received.filter(({ to }) => to.includes(address));
}

const subjectsOf = (letters: Letter[]) => letters.map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1]);

/** Makes the last email to a reader appear to have been sent this many minutes ago. */
async function pass({ user }: Reader, minutes: number): Promise<void> {
  await app.db
    .updateTable('mail_addresses')
    .set({ notices_mailed_at: new Date(Date.now() - minutes * minuteMs) })
    .where('user_id', '=', user.id)
    .execute();
}

function unsubscribeUrl(letter: Letter | undefined): string {
  const unfolded = (letter?.data ?? '').replace(/\n[ \t]+/g, ' ');
  const url = /^List-Unsubscribe: <https:\/\/sandpiper\.example(\/unsubscribe\?token=[^>]+)>$/m.exec(unfolded)?.[1];
  assert.ok(url, unfolded);
  return url;
}

describe('a notice email', () => {
  it('says what happened and where to look, in plain text and in HTML', async () => {
    const ana = await reader();
    await tell(ana, '"Spring" was paused');
    const [letter, ...more] = await mailsTo(ana);
    assert.ok(letter && more.length === 0);
    const unsubscribe = `https://sandpiper.example${unsubscribeUrl(letter)}`;
    assert.equal(
      plainTextOf(letter.data),
      [
        '"Spring" was paused',
        'Instagram limited <two> accounts.',
        'https://sandpiper.example/campaigns/7',
        '',
        '-- ',
        'You’re getting this email because you confirmed this address in Sandpiper.',
        'Choose which notices are emailed: https://sandpiper.example/settings',
        `Stop these emails: ${unsubscribe}`,
        '',
      ].join('\n'),
    );
    assert.match(letter.data, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    assert.match(letter.data, /^Auto-Submitted: auto-generated$/m);
    const html = htmlOf(letter.data);
    assert.match(
      html,
      /<h2[^>]*>&#34;Spring&#34; was paused<\/h2><p[^>]*>Instagram limited &#60;two&#62; accounts\.<\/p>/,
    );
    assert.ok(html.includes(`<a href="${unsubscribe}"`), html);
  });

  it('is sent at most once every 15 minutes, with everything that happened in the meantime', async () => {
    const ana = await reader();
    await tell(ana, 'First');
    assert.deepEqual(subjectsOf(await mailsTo(ana)), ['First']);
    await tell(ana, 'Second');
    await tell(ana, 'Third');
    await pass(ana, 14);
    assert.equal((await mailsTo(ana)).length, 1);
    await pass(ana, 15);
    const letters = await mailsTo(ana);
    assert.deepEqual(subjectsOf(letters), ['First', 'Second (and 1 more)']);
    assert.match(plainTextOf(letters[1]?.data ?? ''), /^Second\n[^]*\nThird\n/);
    await pass(ana, 60);
    assert.equal((await mailsTo(ana)).length, 2);
  });

  it('about a deletion is separate from other notices, and isn’t sent once the user has canceled the deletion', async () => {
    const ana = await reader();
    const { user } = ana;
    const due = new Date(Date.now() + 60 * minuteMs);
    await app.db.updateTable('users').set({ deletion_due_at: due }).where('id', '=', user.id).execute();
    await tell(ana, 'Your user account will be deleted', 'deletion_asked');
    await tell(ana, 'A campaign was paused');
    await writeNoticeMails(app);
    const listed = () => app.db.selectFrom('outgoing_mails').select('purpose').where('user_id', '=', user.id).execute();
    assert.deepEqual((await listed()).map(({ purpose }) => purpose).toSorted(), ['deletion_asked', 'notices']);
    await server.call(user, 'DELETE /api/user-deletion');
    assert.deepEqual(subjectsOf(await mailsTo(ana)), ['A campaign was paused']);
  });

  it('is not sent to an unconfirmed address, and leaves out notices written while the address was unconfirmed', async () => {
    const ana = await reader();
    const set = (confirmed_at: Date | null) =>
      app.db.updateTable('mail_addresses').set({ confirmed_at }).where('user_id', '=', ana.user.id).execute();
    await tell(ana, 'Due');
    await set(null);
    await tell(ana, 'Unconfirmed');
    assert.deepEqual(await mailsTo(ana), []);
    await set(new Date());
    assert.deepEqual(subjectsOf(await mailsTo(ana)), ['Due']);
  });

  it('is not sent to a new address with notices from before the change', async () => {
    const ana = await reader();
    await tell(ana, 'Before');
    const moved = { user: ana.user, address: `${uniqueName('ana')}@example.com` };
    await server.call(ana.user, 'PUT /api/mail-address', { body: { address: moved.address } });
    const confirmed = { confirmed_at: new Date() };
    await app.db.updateTable('mail_addresses').set(confirmed).where('user_id', '=', ana.user.id).execute();
    assert.deepEqual(subjectsOf(await mailsTo(moved)), ['Confirm your email address']);
    await tell(moved, 'Later');
    assert.deepEqual(subjectsOf(await mailsTo(moved)), ['Confirm your email address', 'Later']);
    assert.deepEqual(subjectsOf(await mailsTo(ana)), ['Your email address was changed or removed']);
  });

  it('leaves out kinds of notices that are switched off, even if they were switched off while the email was due', async () => {
    const ana = await reader();
    const off = (kind: NoticeKind) =>
      server.call(ana.user, 'PUT /api/notices/switches', { body: { kind, in_app: true, browser: true, mail: false } });
    await off('campaign_ended');
    await tell(ana, 'Ended', 'campaign_ended');
    await tell(ana, 'Update', 'agent_update');
    await tell(ana, 'Answer', 'ticket_answered');
    await off('ticket_answered');
    await tell(ana, 'Paused');
    assert.deepEqual(subjectsOf(await mailsTo(ana)), ['Paused']);
  });

  it('leaves out a reply that was read, even if its notice is not shown in the app', async () => {
    const ana = await reader();
    const admin = await buildUser(app, { role: 'admin' });
    const places = { in_app: false, browser: false, mail: true };
    await server.call(ana.user, 'PUT /api/notices/switches', { body: { kind: 'ticket_answered', ...places } });
    const body = { subject: 'It stopped', description: 'After lunch.' };
    const { id } = (await server.call(ana.user, 'POST /api/support', { body })).ticket;
    const params = { id };
    const answer = () => server.call(admin, 'POST /api/support/:id/messages', { params, body: { message: 'Hello' } });
    const { message } = await answer();
    await server.call(ana.user, 'PUT /api/support/:id/read', { params, body: { message_id: message.id } });
    assert.deepEqual(await mailsTo(ana), []);
    await answer();
    assert.equal((await mailsTo(ana)).length, 1);
  });

  it('leaves out notices that were read in the app in the meantime', async () => {
    const ana = await reader();
    await tell(ana, 'First');
    assert.deepEqual(subjectsOf(await mailsTo(ana)), ['First']);
    await tell(ana, 'Second');
    await server.call(ana.user, 'PUT /api/notices/read', { body: { up_to: Number.MAX_SAFE_INTEGER } });
    await tell(ana, 'Third');
    await pass(ana, 20);
    assert.deepEqual(subjectsOf(await mailsTo(ana)), ['First', 'Third']);
  });

  it('is sent only once if several processes send email', async () => {
    const ana = await reader();
    await tell(ana, 'Once');
    const other = await startBeside(server, { smtpUrl: mail.url, publicUrl: 'https://sandpiper.example' });
    await Promise.all([app, other.app].map((each) => writeNoticeMails(each)));
    await Promise.all([app, other.app].map((each) => sendDueMails(each)));
    assert.deepEqual(subjectsOf(await mailsTo(ana)), ['Once']);
  });
});

describe('an email that the mail server refuses', async () => {
  const broken = await startMailServer();
  broken.hangUp();
  const { app: cutOff } = await startBeside(server, { smtpUrl: broken.url, publicUrl: 'https://sandpiper.example' });
  const waiting = ({ user }: Reader) =>
    app.db.selectFrom('outgoing_mails').select(['attempts', 'due_at']).where('user_id', '=', user.id).execute();
  const set = ({ user }: Reader, values: { due_at?: Date; created_at?: Date }) =>
    app.db.updateTable('outgoing_mails').set(values).where('user_id', '=', user.id).execute();

  async function failed(): Promise<Reader> {
    const ana = await reader();
    await tell(ana, 'Late');
    await writeNoticeMails(cutOff);
    await sendDueMails(cutOff);
    return ana;
  }

  it('is retried after two minutes, then after four, and no other email is created in the meantime', async () => {
    const ana = await failed();
    const minutesToNext = async () => {
      const [row] = await waiting(ana);
      return Math.round((Date.parse(row?.due_at ?? '') - Date.now()) / minuteMs);
    };
    assert.equal(await minutesToNext(), 2);
    await set(ana, { due_at: new Date(Date.now() - 1000) });
    await sendDueMails(cutOff);
    assert.equal(await minutesToNext(), 4);
    await tell(ana, 'Later');
    await pass(ana, 60);
    assert.deepEqual(await mailsTo(ana), []);
    await set(ana, { due_at: new Date(Date.now() - 1000) });
    assert.deepEqual(subjectsOf(await mailsTo(ana)), ['Late']);
    assert.deepEqual(subjectsOf(await mailsTo(ana)), ['Late']);
    await pass(ana, 15);
    assert.deepEqual(subjectsOf(await mailsTo(ana)), ['Late', 'Later']);
  });

  it('is dropped after a day', async () => {
    const ana = await failed();
    const dayAgo = new Date(Date.now() - 24 * 60 * minuteMs);
    await set(ana, { due_at: new Date(Date.now() - 1000), created_at: dayAgo });
    await sendDueMails(cutOff);
    assert.deepEqual(await waiting(ana), []);
  });
});

describe('unsubscribing', () => {
  const mailSwitches = async ({ user }: Reader) =>
    (await server.call(user, 'GET /api/notices/switches')).switches.filter((each) => each.mail).map(({ kind }) => kind);

  it('takes one POST to the URL in the email, without signing in, and also stops emails that are already due', async () => {
    const ana = await reader();
    await tell(ana, 'First');
    const [letter] = await mailsTo(ana);
    await tell(ana, 'Second');
    const url = unsubscribeUrl(letter);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await server.send(null, { method: 'POST', url, headers, body: 'List-Unsubscribe=One-Click' });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(await mailSwitches(ana), []);
    await pass(ana, 60);
    await tell(ana, 'Third');
    assert.equal((await mailsTo(ana)).length, 1);
  });

  it('drops an email that is already waiting to be sent', async () => {
    const ana = await reader();
    await tell(ana, 'First');
    const [letter] = await mailsTo(ana);
    await tell(ana, 'Second');
    await pass(ana, 15);
    await writeNoticeMails(app);
    await server.send(null, { method: 'POST', url: unsubscribeUrl(letter) });
    assert.deepEqual(subjectsOf(await mailsTo(ana)), ['First']);
  });

  it('works from the page that the link opens, and can be repeated', async () => {
    const ana = await reader();
    await tell(ana, 'First');
    const [letter] = await mailsTo(ana);
    const token = new URLSearchParams(unsubscribeUrl(letter).split('?')[1]).get('token') ?? '';
    for (const _ of [1, 2]) await server.call(null, 'POST /unsubscribe', { query: { token } });
    assert.deepEqual(await mailSwitches(ana), []);
  });

  it('changes nothing if the link is made up, has another purpose, or was sent to an earlier address', async () => {
    const ana = await reader();
    await tell(ana, 'First');
    const [letter] = await mailsTo(ana);
    const made = app.secrets.seal(`${ana.user.id} ${ana.address}`, 'something else').toString('base64url');
    for (const token of ['made-up', made]) {
      const refusal = await server.refuse(null, 'POST /unsubscribe', { query: { token } });
      assert.match(refusal.error, /^This link is incomplete or too old\. /);
    }
    await app.db.updateTable('mail_addresses').set({ address: 'new@example.com' }).execute();
    assert.equal((await server.send(null, { method: 'POST', url: unsubscribeUrl(letter) })).status, 200);
    assert.notDeepEqual(await mailSwitches(ana), []);
  });
});

describeAccess(server, [{ key: 'POST /unsubscribe', input: () => Promise.resolve({ query: { token: 'made-up' } }) }]);
