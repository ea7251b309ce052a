import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { startBeside, startTestServer, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const admin = await buildUser(server.app, { role: 'admin' });
const body = { name: 'Ana', email: 'ana@example.com', message: 'How much is it?' };

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('Waited a minute without success');
    await setTimeout(20);
  }
}

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
  const stored = () => fresh.app.db.selectFrom('contact_messages').select(['name', 'mailed_at']).execute();

  it('is forwarded by email, and replies go to the visitor', async () => {
    await fresh.call(null, 'POST /api/contact', { body: { ...body, name: 'Ana\r\nBcc: x@example.com' } });
    await until(() => mail.received.length > 0);
    const [letter = { to: [], data: '' }] = mail.received;
    assert.deepEqual(letter.to, ['owner@example.com']);
    assert.match(letter.data, /^From: Sandpiper <desk@example\.com>$/m);
    assert.match(letter.data, /^Reply-To:.*<ana@example\.com>/m);
    // The ID depends only on the stored message, so it is the same for every attempt.
    assert.match(letter.data, /^Message-ID: <contact-\d+\.\d+@example\.com>$/m);
    assert.match(letter.data, /How much is it\?/);
    const headers = letter.data.split('\n\n')[0] ?? '';
    assert.doesNotMatch(headers, /^Bcc:/m);
    await until(async () => (await stored())[0]?.mailed_at !== null);
  });

  it('is accepted before the mail server responds, and kept if the mail server never does', async () => {
    mail.fallSilent();
    await fresh.call(null, 'POST /api/contact', { body: { ...body, name: 'Ben' } });
    await until(() => mail.open() > 0);
    mail.hangUp();
    const ben = (await stored()).find(({ name }) => name === 'Ben');
    assert.deepEqual(ben, { name: 'Ben', mailed_at: null });
    assert.equal(mail.received.length, 1);
  });

  it('is refused if its sender has already sent too many messages', async () => {
    const replies = [];
    for (let times = 0; times < 21; times += 1) {
      // Send the requests one at a time, so that only the last one is refused. The emails stay queued, because the mail server
      // isn't answering.
      replies.push(await fresh.send(null, { method: 'POST', url: '/api/contact', body }));
    }
    mail.hangUp();
    const last = replies.at(-1);
    assert.equal(last?.status, 429);
    assert.ok(Number(last?.headers['retry-after']) > 0);
    assert.equal((await stored()).length, 20);
  });
});

describe('contact messages that no mail server accepted', async () => {
  const broken = await startMailServer();
  broken.hangUp();
  const first = await startTestServer({ smtpUrl: broken.url });
  const messages = () =>
    first.app.db.selectFrom('contact_messages').select(['name', 'mailed_at', 'mail_attempts', 'mail_due_at']).execute();

  it('are retried later, each by only one process, but not forever', async () => {
    for (const name of ['Ana', 'Ben', 'Cleo', 'Dora', 'Old']) {
      await first.call(null, 'POST /api/contact', { body: { ...body, name } });
    }
    await until(async () => (await messages()).every(({ mail_attempts }) => mail_attempts === 1));
    // Close the first server and wait for its attempts to finish. Otherwise, it would take the messages that are made due below.
    await first.app.http.close();
    for (const { mailed_at, mail_due_at } of await messages()) {
      assert.equal(mailed_at, null);
      assert.ok(Date.parse(mail_due_at ?? '') > Date.now());
    }
    const due = { mail_due_at: new Date(Date.now() - 60_000) };
    await first.app.db.updateTable('contact_messages').set(due).execute();
    const fourDaysAgo = new Date(Date.now() - 4 * 86_400_000);
    await first.app.db
      .updateTable('contact_messages')
      .set({ created_at: fourDaysAgo })
      .where('name', '=', 'Old')
      .execute();

    const working = await startMailServer();
    const next = await Promise.all([1, 2].map(() => startBeside(first, { smtpUrl: working.url })));
    await Promise.all(next.map(({ app }) => app.http.listen({ host: '127.0.0.1', port: 0 })));
    await until(async () => (await messages()).filter(({ mailed_at }) => mailed_at !== null).length === 4);
    const subjects = working.received.map(({ data }) => /^Subject: Message from (\w+)/m.exec(data)?.[1] ?? '');
    assert.deepEqual(new Set(subjects), new Set(['Ana', 'Ben', 'Cleo', 'Dora']));
    assert.equal(subjects.length, 4);
    assert.ok((await messages()).every(({ name, mail_due_at }) => name === 'Old' || mail_due_at === null));
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
