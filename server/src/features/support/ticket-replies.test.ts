import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { next, socketsOn } from '../../testing/sockets.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const admin = await buildUser(server.app, { role: 'admin' });
const { joined } = await socketsOn(server.app);

async function opened(user: TestUser, subject = 'It stopped') {
  return (await server.call(user, 'POST /api/support', { body: { subject, description: 'After lunch.' } })).ticket;
}

describe('a reply to a ticket', () => {
  const unreadOf = async (user: TestUser) => {
    const { tickets, pagination } = await server.call(user, 'GET /api/support', { query: { unread: 'true' } });
    assert.equal(pagination.totalItems, tickets.length);
    return tickets.map(({ id }) => id);
  };
  const write = async (author: TestUser, id: number) =>
    (await server.call(author, 'POST /api/support/:id/messages', { params: { id }, body: { message: 'Hello' } }))
      .message.id;
  const read = (reader: TestUser, id: number, message: number) =>
    server.call(reader, 'PUT /api/support/:id/read', { params: { id }, body: { message_id: message } });

  it('is unread until the ticket’s creator has read it', async () => {
    const user = await buildUser(server.app);
    const { id } = await opened(user);
    await opened(user);
    await write(user, id);
    assert.deepEqual(await unreadOf(user), []);
    const answer = await write(admin, id);
    assert.deepEqual(await unreadOf(user), [id]);
    await read(admin, id, answer);
    const { ticket } = await server.call(user, 'GET /api/support/:id', { params: { id } });
    assert.equal(ticket.has_unread_answer, true);
    await read(user, id, answer);
    assert.deepEqual(await unreadOf(user), []);
  });

  it('shares one notice with the ticket’s other replies, and the notice is marked as read when the last of them is read', async () => {
    const user = await buildUser(server.app);
    const { id } = await opened(user);
    const other = await opened(user);
    const first = await write(admin, id);
    const second = await write(admin, id);
    await write(admin, other.id);
    const unreadNotices = async () => (await server.call(user, 'GET /api/notices', { query: {} })).unread_count;
    assert.equal(await unreadNotices(), 2);
    await read(user, id, first);
    assert.equal(await unreadNotices(), 2);
    await read(user, id, second);
    assert.equal(await unreadNotices(), 1);
  });

  it('makes the user’s browsers count unread notices again when it is read', { timeout: 30_000 }, async () => {
    const user = await buildUser(server.app);
    const { id } = await opened(user);
    const answer = await write(admin, id);
    const told = next(await joined(user), 'notices_read');
    await read(user, id, answer);
    await told;
  });

  it('shares one notice with other replies that are written at the same time', async () => {
    const user = await buildUser(server.app);
    const { id } = await opened(user);
    await Promise.all(Array.from({ length: 8 }, () => write(admin, id)));
    assert.equal((await server.call(user, 'GET /api/notices')).notices.length, 1);
  });

  it('causes a new notice if the user has read the previous notice', async () => {
    const user = await buildUser(server.app);
    const { id } = await opened(user);
    await write(admin, id);
    const [first] = (await server.call(user, 'GET /api/notices')).notices;
    await server.call(user, 'PUT /api/notices/read', { body: { up_to: first?.id ?? 0 } });
    await write(admin, id);
    const { notices, unread_count } = await server.call(user, 'GET /api/notices');
    assert.deepEqual([notices.length, unread_count], [2, 1]);
  });

  it('stays unread if only an earlier reply was read', async () => {
    const user = await buildUser(server.app);
    const { id } = await opened(user);
    const first = await write(admin, id);
    const second = await write(admin, id);
    await read(user, id, first);
    assert.deepEqual(await unreadOf(user), [id]);
    await read(user, id, second);
    await read(user, id, first);
    assert.deepEqual(await unreadOf(user), []);
  });
});

describe('an open ticket', () => {
  it('awaits a reply if its creator was the last to write', async () => {
    const user = await buildUser(server.app);
    const subject = uniqueName('subject ');
    const { id } = await opened(user, subject);
    const params = { id };
    const write = (author: TestUser) =>
      server.call(author, 'POST /api/support/:id/messages', { params, body: { message: 'Hello' } });
    const set = (status: 'in_progress' | 'resolved') =>
      server.call(admin, 'PUT /api/support/:id', { params, body: { status } });
    const isAwaiting = async () => {
      const query = { search: subject, unanswered: 'true' } as const;
      const { tickets, pagination } = await server.call(admin, 'GET /api/support', { query });
      const { ticket } = await server.call(admin, 'GET /api/support/:id', { params });
      assert.deepEqual([tickets.length, pagination.totalItems], ticket.is_unanswered ? [1, 1] : [0, 0]);
      return ticket.is_unanswered;
    };
    assert.equal(await isAwaiting(), true);
    await write(admin);
    assert.equal(await isAwaiting(), false);
    await set('in_progress');
    await write(user);
    assert.equal(await isAwaiting(), true);
    await set('resolved');
    assert.equal(await isAwaiting(), false);
    await write(user);
    assert.equal(await isAwaiting(), true);
  });

  it('remains marked as answered after the administrator who answered it was deleted', async () => {
    const gone = await buildUser(server.app, { role: 'admin' });
    const params = { id: (await opened(await buildUser(server.app))).id };
    await server.call(gone, 'POST /api/support/:id/messages', { params, body: { message: 'Here.' } });
    await server.call(admin, 'DELETE /api/users/:id', { params: { id: gone.id } });
    assert.equal((await server.call(admin, 'GET /api/support/:id', { params })).ticket.is_unanswered, false);
  });
});
