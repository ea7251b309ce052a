import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildAgent, buildUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { join, next, socketsOn } from '../../testing/sockets.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createTestApp, startTestServer, startTestServers } from '../../testing/test-server.ts';

const server = await startTestServer();
const { app } = server;
const { open, connected, joined } = await socketsOn(app);

describe('the live connection', () => {
  for (const auth of [{}, { token: 'made up' }, { token: 'sandpiper_agent_made-up' }, { token: 7 }]) {
    it(`refuses ${JSON.stringify(auth)}`, async () => {
      const [error] = await next(open(auth), 'connect_error');
      assert.ok(error instanceof Error);
      assert.match(error.message, /Sign in|session has ended|is invalid/);
    });
  }

  it('doesn’t let users join another user’s room, or agents join any room', async () => {
    const user = await buildUser(app);
    const other = await buildUser(app);
    const agent = await buildAgent(app, user);
    assert.equal((await join(await connected(other), user.id)).joined, false);
    assert.equal((await join(await connected(agent), user.id)).joined, false);
  });

  it('is closed when the session ends', async () => {
    const user = await buildUser(app);
    const socket = await joined(user);
    const ended = next(socket, 'session_ended');
    const closed = next(socket, 'disconnect');
    await server.call(user, 'POST /api/auth/logout');
    assert.deepEqual(await ended, [{ reason: 'You signed out.' }]);
    await closed;
  });

  it('is cut without a disconnect packet when the server stops, so that browsers reconnect automatically', async () => {
    const stopping = await startTestServer();
    const there = await socketsOn(stopping.app);
    const closed = next(await there.connected(await buildUser(stopping.app)), 'disconnect');
    await stopping.app.http.close();
    const [reason] = await closed;
    assert.equal(reason, 'transport close');
  });

  it('disconnects an agent when its token is revoked', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const closed = next(await connected(agent), 'disconnect');
    await server.call(user, 'DELETE /api/agent-tokens/:id', { params: { id: agent.id } });
    await closed;
  });
});

// Only one process can use the embedded database, so these tests need a database server.
if (testDatabaseUrl !== null) {
  describe('two server processes on one database', async () => {
    const [first, second] = await startTestServers(2);
    assert.ok(first && second);
    const there = await socketsOn(second.app);
    const joinedThere = async () => {
      const user = await buildUser(first.app);
      const socket = await there.connected(user);
      await join(socket, user.id);
      return { user, socket };
    };

    it('notify each other’s browsers, even of events too large for a database notification', async () => {
      const { user, socket } = await joinedThere();
      const update = next(socket, 'campaign_update');
      const { id } = await buildCampaign(first.app, user, { status: 'running' });
      assert.deepEqual(await update, [{ campaign_id: id, status: 'running' }]);
      const large = { request_id: 1, request_type: 'open', status: 'x'.repeat(20_000) };
      const heard = next(socket, 'agent_request_update');
      first.app.events.toUser(user.id, 'agent_request_update', large);
      assert.deepEqual(await heard, [large]);
    });

    it('notify each other’s browsers in the order of the events', async () => {
      const { user, socket } = await joinedThere();
      const heard: number[] = [];
      const last = 200;
      const all = new Promise<void>((resolve) => {
        socket.on('agent_request_update', ({ request_id }) => {
          heard.push(request_id);
          if (request_id === last) resolve();
        });
      });
      const told = Array.from({ length: last }, (_, index) => index + 1);
      for (const request_id of told) {
        first.app.events.toUser(user.id, 'agent_request_update', {
          request_id,
          request_type: 'open',
          status: 'pending',
        });
      }
      await all;
      assert.deepEqual(heard, told);
    });

    it('notify their own browsers without waiting for the database', async () => {
      const database = await openTestDatabase();
      const app = await createTestApp(database);
      const user = await buildUser(app);
      const socket = await (await socketsOn(app)).joined(user);
      // Nothing can be sent to other processes while the test holds the only connection that sends events.
      const held = await database.eventsPools?.notifying.connect();
      const heard = next(socket, 'agent_request_update');
      const told = { request_id: 1, request_type: 'open', status: 'pending' } as const;
      app.events.toUser(user.id, 'agent_request_update', told);
      assert.deepEqual(await heard, [told]);
      held?.release();
      await app.http.close();
      await database.close();
    });

    it('end each other’s sessions, either a single one or all of a user’s', async () => {
      const one = await joinedThere();
      const goodbye = next(one.socket, 'session_ended');
      const closed = next(one.socket, 'disconnect');
      await first.call(one.user, 'POST /api/auth/logout');
      assert.deepEqual(await goodbye, [{ reason: 'You signed out.' }]);
      await closed;
      const all = await joinedThere();
      const reason = next(all.socket, 'session_ended');
      first.app.events.endSessionsOf(all.user.id, 'Your password was changed.');
      assert.deepEqual(await reason, [{ reason: 'Your password was changed.' }]);
    });

    it('can stop even while they are still connecting to receive each other’s events', async () => {
      const database = await openTestDatabase();
      const { http } = await createTestApp(database);
      await http.close();
      await database.close();
    });

    it('recover each time the database closes their connections', async () => {
      for (let time = 1; time <= 3; time += 1) {
        const { user, socket } = await joinedThere();
        const agent = await there.connected(await buildAgent(first.app, user));
        const closed = Promise.all([next(socket, 'disconnect'), next(agent, 'disconnect')]);
        await sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(first.app.db);
        // Browsers and agents may have missed events. They reconnect automatically after the disconnect, and then catch up.
        assert.deepEqual(
          (await closed).map(([reason]) => reason),
          ['transport close', 'transport close'],
        );
        const again = await there.joined(user);
        const heard = next(again, 'agent_request_update');
        const told = { request_id: time, request_type: 'open', status: 'pending' } as const;
        first.app.events.toUser(user.id, 'agent_request_update', told);
        assert.deepEqual(await heard, [told]);
      }
    });

    it('do not disconnect each other’s browsers when they stop', async () => {
      const [stopping, staying] = await startTestServers(2);
      assert.ok(stopping && staying);
      const user = await buildUser(staying.app);
      const there = await socketsOn(staying.app);
      const socket = await there.connected(user);
      await stopping.app.http.close();
      assert.deepEqual(await join(socket, user.id), { joined: true });
    });

    it('wake and disconnect each other’s agents', async () => {
      const user = await buildUser(first.app);
      const agent = await buildAgent(first.app, user);
      const socket = await there.connected(agent);
      const woken = next(socket, 'agent_work');
      await buildCampaign(first.app, user, { status: 'running' });
      await woken;
      const closed = next(socket, 'disconnect');
      await first.call(user, 'DELETE /api/agent-tokens/:id', { params: { id: agent.id } });
      await closed;
    });
  });
}
