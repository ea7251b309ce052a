import assert from 'node:assert/strict';
import { threadPageSize } from '@sandpiper/contract/limits';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const admin = await buildUser(server.app, { role: 'admin' });
const body = { subject: 'It stopped', description: 'After lunch.' };

async function opened(user: TestUser, changes: object = {}) {
  return (await server.call(user, 'POST /api/support', { body: { ...body, ...changes } })).ticket;
}

describe('support tickets', () => {
  it('are opened with a unique number and medium priority', async () => {
    const user = await buildUser(server.app);
    const first = await server.call(user, 'POST /api/support', { body });
    const second = await server.call(user, 'POST /api/support', { body });
    assert.match(first.ticketNumber, /^T-\d{6,}$/);
    assert.notEqual(first.ticketNumber, second.ticketNumber);
    const { id, ticket_number, created_at, ...rest } = first.ticket;
    assert.equal(ticket_number, first.ticketNumber);
    assert.equal(Number(ticket_number.slice(2)), id);
    assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 600_000);
    assert.deepEqual(rest, {
      ...body,
      priority: 'medium',
      category: 'general',
      status: 'open',
      message_count: 0,
      has_unread_answer: false,
      is_unanswered: true,
      created_by: user.username,
      assigned_to: null,
      assigned_to_name: null,
    });
  });

  it('keep the diagnostic report sent with them, for their creator and for administrators', async () => {
    const user = await buildUser(server.app);
    const report = `Sandpiper diagnostic report\n${'0 body 1280x720\n'.repeat(10_000)}`.slice(0, 200 * 1024);
    const { id } = await opened(user, { report });
    const seen = async (caller: TestUser) =>
      (await server.call(caller, 'GET /api/support/:id', { params: { id } })).report;
    assert.deepEqual([await seen(user), await seen(admin)], [report, report]);
    const stranger = await buildUser(server.app);
    assert.equal((await server.refuse(stranger, 'GET /api/support/:id', { params: { id } })).status, 404);
    const { id: plain } = await opened(user);
    assert.equal((await server.call(user, 'GET /api/support/:id', { params: { id: plain } })).report, null);
    const tooLong = await server.refuse(user, 'POST /api/support', {
      body: { ...body, report: `${report}!`.padEnd(204_801) },
    });
    assert.deepEqual(Object.keys(tooLong.fields ?? {}), ['report']);
  });

  it('need a subject and a description', async () => {
    const user = await buildUser(server.app);
    const refusal = await server.refuse(user, 'POST /api/support', { body: { subject: ' ', description: '' } });
    assert.deepEqual(refusal.fields, { subject: 'Subject is required', description: 'Description is required' });
  });

  it('are visible only to the user who opened them and to administrators', async () => {
    const user = await buildUser(server.app);
    const other = await buildUser(server.app);
    const subject = uniqueName('subject ');
    const ticket = await opened(user, { subject });
    const idsFor = async (caller: TestUser) => {
      const { tickets } = await server.call(caller, 'GET /api/support', { query: { search: subject } });
      return tickets.map(({ id }) => id);
    };
    assert.deepEqual(await idsFor(user), [ticket.id]);
    assert.deepEqual(await idsFor(admin), [ticket.id]);
    assert.deepEqual(await idsFor(other), []);
    assert.equal(
      (await server.call(admin, 'GET /api/support/:id', { params: { id: ticket.id } })).ticket.subject,
      subject,
    );
  });

  it('can be searched by the username of the user who opened them, but only by administrators', async () => {
    const user = await buildUser(server.app);
    const ticket = await opened(user);
    const query = { search: user.username.toUpperCase() };
    const idsFor = async (caller: TestUser) =>
      (await server.call(caller, 'GET /api/support', { query })).tickets.map(({ id }) => id);
    assert.deepEqual(await idsFor(admin), [ticket.id]);
    assert.deepEqual(await idsFor(user), []);
  });

  it('can be filtered, searched by number and subject, and paged, newest first', async () => {
    const user = await buildUser(server.app);
    const urgent = await opened(user, { priority: 'urgent', category: 'billing', subject: '100% wrong_bill' });
    const plain = await opened(user);
    const ids = async (query: object) =>
      (await server.call(user, 'GET /api/support', { query })).tickets.map(({ id }) => id);
    assert.deepEqual(await ids({}), [plain.id, urgent.id]);
    assert.deepEqual(await ids({ priority: 'urgent' }), [urgent.id]);
    assert.deepEqual(await ids({ category: 'general' }), [plain.id]);
    assert.deepEqual(await ids({ status: 'closed' }), []);
    assert.deepEqual(await ids({ search: 'G_BI' }), [urgent.id]);
    assert.deepEqual(await ids({ search: '0%' }), [urgent.id]);
    assert.deepEqual(await ids({ search: plain.ticket_number.toLowerCase() }), [plain.id]);
    assert.deepEqual(await ids({ search: `#${plain.ticket_number}` }), [plain.id], 'as the web app shows it');
    const page = await server.call(user, 'GET /api/support', { query: { page: 2, limit: 1 } });
    assert.deepEqual(page.pagination, { currentPage: 2, totalPages: 2, totalItems: 2, itemsPerPage: 1 });
    assert.deepEqual(
      page.tickets.map(({ id }) => id),
      [urgent.id],
    );
  });

  it('return the newest page of messages first, then earlier pages', async () => {
    const user = await buildUser(server.app);
    const body = { subject: 'Long', description: 'A long story' };
    const { ticket } = await server.call(user, 'POST /api/support', { body });
    const { id: ticket_id } = ticket;
    const texts = Array.from({ length: threadPageSize + 2 }, (_, index) => `message ${index}`);
    const row = { user_id: user.id, ticket_id, author_id: user.id, author_name: user.username };
    await server.app.db
      .insertInto('ticket_messages')
      .values(texts.map((message) => ({ ...row, message })))
      .execute();
    const read = async (query: { before?: number }) => {
      const page = await server.call(user, 'GET /api/support/:id', { params: { id: ticket_id }, query });
      return { ...page, texts: page.messages.map(({ message }) => message) };
    };
    const newest = await read({});
    assert.deepEqual([newest.texts, newest.has_earlier], [texts.slice(2), true]);
    const earlier = await read({ before: newest.messages[0]?.id ?? 0 });
    assert.deepEqual([earlier.texts, earlier.has_earlier], [texts.slice(0, 2), false]);
    assert.deepEqual((await read({ before: earlier.messages[0]?.id ?? 0 })).texts, []);
  });

  it('contain the messages from both sides, oldest first', async () => {
    const user = await buildUser(server.app);
    const { id } = await opened(user);
    const params = { id };
    await server.call(user, 'POST /api/support/:id/messages', { params, body: { message: ' Hello? ' } });
    const { message } = await server.call(admin, 'POST /api/support/:id/messages', {
      params,
      body: { message: 'Here.' },
    });
    assert.equal(message.account_id, admin.id);
    const { ticket, messages } = await server.call(user, 'GET /api/support/:id', { params });
    assert.equal(ticket.message_count, 2);
    assert.deepEqual(
      messages.map(({ account_id, author_name, message: text }) => [account_id, author_name, text]),
      [
        [user.id, user.username, 'Hello?'],
        [admin.id, admin.username, 'Here.'],
      ],
    );
    const empty = await server.refuse(user, 'POST /api/support/:id/messages', { params, body: { message: ' ' } });
    assert.equal(empty.error, 'Write a message first');
  });

  it('keep an administrator’s messages after that administrator was deleted', async () => {
    const user = await buildUser(server.app);
    const gone = await buildUser(server.app, { role: 'admin' });
    const { id } = await opened(user);
    const params = { id };
    await server.call(admin, 'PUT /api/support/:id', { params, body: { assigned_to: gone.id } });
    await server.call(gone, 'POST /api/support/:id/messages', { params, body: { message: 'I’ll look into it.' } });
    await server.call(admin, 'DELETE /api/users/:id', { params: { id: gone.id } });
    const { ticket, messages } = await server.call(user, 'GET /api/support/:id', { params });
    assert.deepEqual([ticket.assigned_to, ticket.assigned_to_name], [null, null]);
    assert.equal(ticket.has_unread_answer, true);
    assert.deepEqual(
      messages.map(({ account_id, author_name }) => [account_id, author_name]),
      [[null, gone.username]],
    );
  });

  it('can be changed and assigned by administrators, one field at a time', async () => {
    const { id } = await opened(await buildUser(server.app));
    const params = { id };
    const set = async (change: object) =>
      (await server.call(admin, 'PUT /api/support/:id', { params, body: change })).ticket;
    const assigned = await set({ assigned_to: admin.id });
    assert.deepEqual([assigned.assigned_to, assigned.assigned_to_name], [admin.id, admin.username]);
    for (const status of ['closed', 'in_progress', 'resolved', 'open'] as const) {
      assert.equal((await set({ status })).status, status);
    }
    const urgent = await set({ priority: 'urgent' });
    assert.deepEqual([urgent.priority, urgent.assigned_to], ['urgent', admin.id]);
    assert.equal((await set({ assigned_to: null })).assigned_to, null);
    assert.equal((await set({})).priority, 'urgent');
  });

  it('are reopened by their creator’s reply, but not by an administrator’s reply', async () => {
    const user = await buildUser(server.app);
    const { id } = await opened(user);
    const params = { id };
    const statusAfterReply = async (status: 'resolved' | 'closed', author: TestUser) => {
      await server.call(admin, 'PUT /api/support/:id', { params, body: { status } });
      await server.call(author, 'POST /api/support/:id/messages', { params, body: { message: 'One more thing' } });
      return (await server.call(user, 'GET /api/support/:id', { params })).ticket.status;
    };
    assert.equal(await statusAfterReply('closed', admin), 'closed');
    assert.equal(await statusAfterReply('closed', user), 'open');
    assert.equal(await statusAfterReply('resolved', user), 'open');
  });

  it('can be assigned only to administrators', async () => {
    const user = await buildUser(server.app);
    const { id } = await opened(user);
    for (const assigned_to of [user.id, 999_999_999]) {
      const refusal = await server.refuse(admin, 'PUT /api/support/:id', { params: { id }, body: { assigned_to } });
      assert.equal(refusal.fields?.['assigned_to'], 'A ticket can only be assigned to an administrator.');
    }
  });

  it('are reported as not found if they do not exist', async () => {
    const refusal = await server.refuse(admin, 'GET /api/support/:id', { params: { id: 999_999_999 } });
    assert.equal(refusal.error, 'Support ticket not found');
  });

  it('offer only active administrators as assignees', async () => {
    const off = await buildUser(server.app, { role: 'admin', is_active: false });
    const { users } = await server.call(admin, 'GET /api/support/admin/users');
    assert.ok(users.some(({ id, username }) => id === admin.id && username === admin.username));
    assert.ok(!users.some(({ id }) => id === off.id));
  });
});

const own = async (owner: TestUser) => ({ params: { id: (await opened(owner)).id } });
describeAccess(server, [
  { key: 'GET /api/support' },
  { key: 'POST /api/support', input: () => Promise.resolve({ body }) },
  { key: 'GET /api/support/:id', input: own, isOwned: true },
  {
    key: 'POST /api/support/:id/messages',
    input: async (owner) => ({ ...(await own(owner)), body: { message: 'Hello' } }),
    isOwned: true,
  },
  {
    key: 'PUT /api/support/:id/read',
    input: async (owner) => ({ ...(await own(owner)), body: { message_id: 1 } }),
    isOwned: true,
  },
  { key: 'PUT /api/support/:id', input: async (owner) => ({ ...(await own(owner)), body: { status: 'closed' } }) },
  { key: 'GET /api/support/admin/users' },
]);
