import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { z } from 'zod';
import { campaignLogSchema } from '@sandpiper/contract/campaign-logs';
import type { CampaignLog } from '@sandpiper/contract/campaign-logs';
import type { ClientEvents, ServerEvents } from '@sandpiper/contract/events';
import { createApp } from '../../app.ts';
import { syncBody, takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildAgent, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign, makeDue } from '../../testing/campaign-builders.ts';
import { testConfig, testDatabaseUrl } from '../../testing/config.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createLogger } from '../log.ts';
import { startTestServer, startTestServers } from '../../testing/test-server.ts';
import { fixedKeys } from '../secrets/server-keys.ts';

const server = await startTestServer();
const { app } = server;
const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
const opened: Socket<ServerEvents, ClientEvents>[] = [];
after(() => {
  for (const socket of opened) socket.disconnect();
});

function openSocket(auth: object, at = address): Socket<ServerEvents, ClientEvents> {
  const socket: Socket<ServerEvents, ClientEvents> = io(at, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth,
  });
  opened.push(socket);
  return socket;
}

type EventName = keyof ServerEvents | 'connect' | 'connect_error' | 'disconnect';

/** Resolves with the payload of the next event of this name. */
function next(socket: Socket<ServerEvents, ClientEvents>, event: EventName): Promise<unknown[]> {
  return new Promise((resolve) => {
    socket.once(event, (...values: unknown[]) => resolve(values));
  });
}

/** Resolves with the next log entry for this action. */
function nextLog(socket: Socket<ServerEvents, ClientEvents>, action: string): Promise<CampaignLog> {
  return new Promise((resolve) => {
    socket.on('campaign_log', (entry) => {
      const log = campaignLogSchema.parse(entry);
      if (log.action === action) resolve(log);
    });
  });
}

async function connected(caller: { token: string }, at = address) {
  const socket = openSocket({ token: caller.token }, at);
  await next(socket, 'connect');
  return socket;
}

const join = (socket: Socket<ServerEvents, ClientEvents>, userId: number) =>
  new Promise<{ joined: boolean }>((resolve) => socket.emit('join_user_room', userId, resolve));

async function joined(user: TestUser) {
  const socket = await connected(user);
  assert.deepEqual(await join(socket, user.id), { joined: true });
  return socket;
}

describe('the real-time connection', () => {
  for (const auth of [{}, { token: 'made up' }, { token: 'sandpiper_agent_made-up' }, { token: 7 }]) {
    it(`refuses ${JSON.stringify(auth)}`, async () => {
      const [error] = await next(openSocket(auth), 'connect_error');
      assert.ok(error instanceof Error);
      assert.match(error.message, /Sign in|session has ended|is invalid/);
    });
  }

  it('lets nobody join the room of another user, and lets no agent join any', async () => {
    const user = await buildUser(app);
    const other = await buildUser(app);
    const agent = await buildAgent(app, user);
    assert.equal((await join(await connected(other), user.id)).joined, false);
    assert.equal((await join(await connected(agent), user.id)).joined, false);
  });

  it('notifies only the user’s browsers of a change, once it is committed', async () => {
    const user = await buildUser(app);
    const stranger = await buildUser(app);
    const socket = await joined(user);
    const strangers = await joined(stranger);
    const heardByStranger: string[] = [];
    strangers.onAny((event: string) => heardByStranger.push(event));
    const { id } = await buildCampaign(app, user);
    const update = next(socket, 'campaign_update');
    const log = next(socket, 'campaign_log');
    await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
    assert.deepEqual(await update, [{ campaign_id: id, status: 'running' }]);
    const [entry] = await log;
    const { seq, action } = z.object({ seq: z.number(), action: z.string() }).parse(entry);
    assert.deepEqual([seq, action], [1, 'started']);
    // The response to this call arrives after everything that was sent before it.
    await join(strangers, stranger.id);
    assert.deepEqual(heardByStranger, []);
  });

  it('announces a campaign’s deletion at once, and again when all the campaign’s people are pending', async () => {
    const user = await buildUser(app);
    const socket = await joined(user);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    const told = Promise.withResolvers<number[]>();
    const deleted: number[] = [];
    socket.on('campaign_update', ({ campaign_id, status }) => {
      if (status === 'deleted') deleted.push(campaign_id);
      if (deleted.length === 2) told.resolve(deleted);
    });
    await server.call(user, 'DELETE /api/campaigns/:id', { params: { id } });
    assert.deepEqual(await told.promise, [id, id]);
  });

  it('announces why an account can’t send, and when it can again', async () => {
    const { user, campaign, account, claimOne, report, view } = await scenesOn(server)();
    const socket = await joined(user);
    const shown = async () => (await view()).accounts[0]?.reason;
    for (const [outcome, reason, expected] of [
      ['released', 'profile_in_use', 'profile_in_use'],
      ['not_found', 'not_found', 'waiting_for_time'],
    ] as const) {
      await makeDue(app, account);
      const delivery = await claimOne();
      const told = next(socket, 'campaign_update');
      await report(delivery, outcome, { reason });
      assert.deepEqual(await told, [{ campaign_id: campaign.id, status: 'running' }]);
      assert.equal(await shown(), expected);
    }
  });

  it('announces a corrected log entry under its old number', async () => {
    const { user, params, commitOne, report } = await scenesOn(server)({ recipients: ['anna'] });
    const delivery = await commitOne();
    const socket = await joined(user);
    const given = nextLog(socket, 'message_unknown');
    await server.call(user, 'POST /api/campaigns/:id/stop', { params });
    const unknown = await given;
    const corrected = nextLog(socket, 'message_sent');
    await report(delivery, 'sent');
    const sent = await corrected;
    assert.deepEqual(sent, { ...unknown, action: 'message_sent', message: null, created_at: sent.created_at });
  });

  it('announces each sent message, with the counters and the log entry', async () => {
    const { user, campaign, account, sendOne } = await scenesOn(server)();
    const socket = await joined(user);
    const progress = next(socket, 'campaign_progress_update');
    const log = nextLog(socket, 'message_sent');
    await sendOne();
    assert.deepEqual(await progress, [{ campaignId: campaign.id, total_sent: 1, total_failed: 0, total_list: 3 }]);
    const entry = await log;
    assert.deepEqual(
      [entry.campaign_id, entry.campaign_name, entry.recipient, entry.profile_name],
      [campaign.id, 'Spring', 'anna', account.profile_name],
    );
  });

  it('announces how a request to the agent ends', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const socket = await joined(user);
    const heard: unknown[] = [];
    const ended = new Promise<void>((resolve) => {
      socket.on('agent_request_update', ({ request_type, status }) => {
        heard.push([request_type, status]);
        if (status === 'failed') resolve();
      });
    });
    await server.call(user, 'GET /api/firefox-profiles');
    const { id, fence } = await takeRequest(server, agent);
    await server.call(agent, 'POST /api/agent/requests/:id/result', {
      params: { id },
      body: { fence, status: 'failed' },
    });
    await ended;
    assert.deepEqual(
      heard,
      ['pending', 'running', 'failed'].map((status) => ['profiles_list', status]),
    );
  });

  it('does not announce a change that was refused', async () => {
    const user = await buildUser(app);
    const socket = await joined(user);
    const heard: string[] = [];
    socket.onAny((event: string) => heard.push(event));
    const { id } = await buildCampaign(app, user, { recipients: [] });
    await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id } });
    await join(socket, user.id);
    assert.deepEqual(heard, []);
  });

  it('wakes the agent when there is work', async () => {
    const user = await buildUser(app);
    const socket = await connected(await buildAgent(app, user));
    const woken = next(socket, 'agent_work');
    await buildCampaign(app, user, { status: 'running' });
    await woken;
  });

  it('wakes the agent when an account has new limits, because it waits according to the old ones', async () => {
    const user = await buildUser(app);
    const { id, profile_name, profile_path } = await buildAccount(app, user);
    const socket = await connected(await buildAgent(app, user));
    const woken = next(socket, 'agent_work');
    const body = { profile_name, profile_path, daily_limit: null };
    await server.call(user, 'PUT /api/profiles/:id', { params: { id }, body });
    await woken;
  });

  it('notifies a user’s browsers when an administrator changes the user', async () => {
    const user = await buildUser(app);
    const admin = await buildUser(app, { role: 'admin' });
    const socket = await joined(user);
    const changed = next(socket, 'user_update');
    const body = { username: user.username, subscription_end_date: '2020-01-31' };
    await server.call(admin, 'PUT /api/users/:id', { params: { id: user.id }, body });
    assert.deepEqual(await changed, []);
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

  it('drops connections without closing the sockets when the server stops, so that browsers reconnect automatically', async () => {
    const stopping = await startTestServer();
    const at = await stopping.app.http.listen({ host: '127.0.0.1', port: 0 });
    const closed = next(await connected(await buildUser(stopping.app), at), 'disconnect');
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

  it('notifies the browsers when an agent comes online and goes offline', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const socket = await joined(user);
    const came = next(socket, 'agent_presence');
    await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) });
    assert.deepEqual(await came, [{ online: true, is_paused: false }]);
    const went = next(socket, 'agent_presence');
    await server.call(agent, 'POST /api/agent/sign-off');
    assert.deepEqual(await went, [{ online: false, is_paused: false }]);
  });
});

// Only one process can use the embedded database.
if (testDatabaseUrl !== null) {
  describe('two server processes on one database', async () => {
    const [first, second] = await startTestServers(2);
    assert.ok(first && second);
    const there = await second.app.http.listen({ host: '127.0.0.1', port: 0 });
    const joinedThere = async () => {
      const user = await buildUser(first.app);
      const socket = await connected(user, there);
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

    it('notify them in the order of the events', async () => {
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

    it('end each other’s sessions: one, or all of a user', async () => {
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

    it('stop at once, even while they are still connecting for each other’s events', async () => {
      const database = await openTestDatabase();
      const log = createLogger('silent');
      const { http } = await createApp({
        config: testConfig,
        log,
        database,
        keys: fixedKeys(testConfig.secretKey ?? ''),
      });
      await http.close();
      await database.close();
    });

    it('notify each other again each time the database has closed their connections', async () => {
      const { user, socket } = await joinedThere();
      for (let time = 1; time <= 3; time += 1) {
        await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(first.app.db);
        const heard = next(socket, 'agent_request_update');
        const told = { request_id: time, request_type: 'open', status: 'pending' } as const;
        const repeating = setInterval(() => first.app.events.toUser(user.id, 'agent_request_update', told), 100);
        assert.deepEqual(await heard, [told]);
        clearInterval(repeating);
      }
    });

    it('do not disconnect each other’s browsers when they stop', async () => {
      const [stopping, staying] = await startTestServers(2);
      assert.ok(stopping && staying);
      const user = await buildUser(staying.app);
      const socket = await connected(user, await staying.app.http.listen({ host: '127.0.0.1', port: 0 }));
      await stopping.app.http.close();
      assert.deepEqual(await join(socket, user.id), { joined: true });
    });

    it('wake and disconnect each other’s agents', async () => {
      const user = await buildUser(first.app);
      const agent = await buildAgent(first.app, user);
      const socket = await connected(agent, there);
      const woken = next(socket, 'agent_work');
      await buildCampaign(first.app, user, { status: 'running' });
      await woken;
      const closed = next(socket, 'disconnect');
      await first.call(user, 'DELETE /api/agent-tokens/:id', { params: { id: agent.id } });
      await closed;
    });
  });
}
