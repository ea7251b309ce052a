import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { startTestServer, testServer } from '../../testing/test-server.ts';
import { sendDueMails } from '../mail/outgoing-mail.service.ts';

const server = await testServer();
const admin = await buildUser(server.app, { role: 'admin' });
const body = { name: 'Ana', email: 'ana@example.com', message: 'How much is it?' };

describe('the contact form', () => {
  it('stores messages, which administrators can search and page through, newest first', async () => {
    const word = uniqueName('word');
    for (const name of ['First', 'Second']) {
      await server.call(null, 'POST /api/contact', { body: { ...body, name, message: `${word} 100%` } });
    }
    const found = await server.call(admin, 'GET /api/contact', { query: { search: `${word.toUpperCase()} 100%` } });
    assert.deepEqual(
      found.messages.map(({ name }) => name),
      ['Second', 'First'],
    );
    const second = await server.call(admin, 'GET /api/contact', { query: { search: word, page: 2, limit: 1 } });
    assert.deepEqual(second.pagination, { currentPage: 2, totalPages: 2, totalItems: 2, itemsPerPage: 1 });
    assert.deepEqual(
      second.messages.map(({ name, email }) => [name, email]),
      [['First', 'ana@example.com']],
    );
  });

  it('lets administrators delete its messages one at a time', async () => {
    const word = uniqueName('word');
    for (const name of ['Keep', 'Drop']) {
      await server.call(null, 'POST /api/contact', { body: { ...body, name, message: word } });
    }
    const find = async () => (await server.call(admin, 'GET /api/contact', { query: { search: word } })).messages;
    const params = { id: (await find()).find(({ name }) => name === 'Drop')?.id ?? 0 };
    await server.call(admin, 'DELETE /api/contact/:id', { params });
    assert.deepEqual(
      (await find()).map(({ name }) => name),
      ['Keep'],
    );
    assert.equal((await server.refuse(admin, 'DELETE /api/contact/:id', { params })).code, 'not_found');
  });

  it('returns an error for each missing field', async () => {
    const refusal = await server.refuse(null, 'POST /api/contact', { body: { name: ' ', email: 'ana@', message: '' } });
    assert.deepEqual(refusal.fields, {
      name: 'Name is required',
      email: 'Valid email is required',
      message: 'Please add a short message',
    });
  });

  it('refuses a very long address quickly', async () => {
    const processorMs = async (email: string) => {
      const before = process.cpuUsage();
      const refusal = await server.refuse(null, 'POST /api/contact', { body: { ...body, email } });
      const { user, system } = process.cpuUsage(before);
      assert.deepEqual(refusal.fields, { email: 'Use at most 320 characters' });
      return (user + system) / 1000;
    };
    const plainMs = await processorMs('a'.repeat(64_000));
    for (const email of [`a@${'.'.repeat(64_000)}@`, '@'.repeat(64_000), ' '.repeat(64_000)]) {
      // A regular expression that backtracks would take several seconds.
      const ms = await processorMs(email);
      assert.ok(ms < plainMs * 8 + 1000, `${ms} ms, but ${plainMs} ms for a harmless address`);
    }
  });
});

describe('a contact message', async () => {
  const mail = await startMailServer();
  const fresh = await startTestServer({ smtpUrl: mail.url, mailFrom: 'desk@example.com', mailTo: 'owner@example.com' });
  const { app } = fresh;
  const send = (name: string) => fresh.call(null, 'POST /api/contact', { body: { ...body, name } });
  const queued = () => app.db.selectFrom('outgoing_mails').select(['purpose', 'attempts']).execute();

  it('is forwarded by email, and replies go to the visitor', async () => {
    await send('Ana\r\nBcc: x@example.com');
    await sendDueMails(app);
    await sendDueMails(app);
    const [letter = { to: [], data: '' }, ...more] = mail.received;
    assert.deepEqual([letter.to, more], [['owner@example.com'], []]);
    assert.match(letter.data, /^From: Sandpiper <desk@example\.com>$/m);
    assert.match(letter.data, /^Reply-To:.*<ana@example\.com>/m);
    // The ID depends only on the queued email, so it is the same for every attempt.
    assert.match(letter.data, /^Message-ID: <\d+\.\d+@example\.com>$/m);
    assert.match(letter.data, /How much is it\?/);
    const headers = letter.data.split('\n\n')[0] ?? '';
    assert.doesNotMatch(headers, /^Bcc:/m);
    assert.deepEqual(await queued(), []);
  });

  it('is no longer forwarded if an administrator deletes it, or if no mail server has accepted it within three days', async () => {
    mail.hangUp();
    const age = async (days: number) => {
      const times = { created_at: new Date(Date.now() - days * 86_400_000), due_at: new Date(Date.now() - 1000) };
      await app.db.updateTable('outgoing_mails').set(times).execute();
      await sendDueMails(app);
      return queued();
    };
    await send('Ben');
    assert.deepEqual(await age(2.9), [{ purpose: 'contact_message', attempts: 1 }]);
    assert.deepEqual(await age(3), []);
    const fellow = await buildUser(app, { role: 'admin' });
    const listed = async () => (await fresh.call(fellow, 'GET /api/contact')).messages;
    assert.equal((await listed()).length, 2);
    await send('Cleo');
    await fresh.call(fellow, 'DELETE /api/contact/:id', { params: { id: (await listed())[0]?.id ?? 0 } });
    assert.deepEqual(await queued(), []);
  });

  it('is refused if its sender has already sent too many messages', async () => {
    const replies = [];
    // Send the requests one at a time, so that only the last one is refused. The sender has already sent three messages.
    for (let times = 0; times < 18; times += 1) {
      replies.push(await fresh.send(null, { method: 'POST', url: '/api/contact', body }));
    }
    const last = replies.pop();
    assert.ok(replies.every(({ status }) => status === 200));
    assert.equal(last?.status, 429);
    assert.ok(Number(last?.headers['retry-after']) > 0);
  });
});

describeAccess(server, [
  { key: 'POST /api/contact', input: () => Promise.resolve({ body }) },
  { key: 'GET /api/contact' },
  {
    key: 'DELETE /api/contact/:id',
    input: async () => {
      const { db } = server.app;
      return { params: await db.insertInto('contact_messages').values(body).returning('id').executeTakeFirstOrThrow() };
    },
  },
]);
