import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import Fastify from 'fastify';
import { io as connectTo } from 'socket.io-client';
import { buildAgent, buildUser } from '../../testing/builders.ts';
import { testConfig as config } from '../../testing/config.ts';
import { testServer } from '../../testing/test-server.ts';
import { hashToken } from '../secrets/tokens.ts';
import { createLogger } from '../log.ts';
import { checkSockets } from './socket-checks.ts';
import { createSocketServer } from './socket-server.ts';

const { app } = await testServer();
const { db } = app;
const http = Fastify();
const io = createSocketServer({
  http,
  db,
  config,
  log: createLogger('silent'),
  eventsPools: null,
  findSession: app.findSession,
  callLimits: app.callLimits,
});
const address = await http.listen({ host: '127.0.0.1', port: 0 });
after(() => http.close());

/** Connects a socket. `ended` resolves once the socket is disconnected: with the reason that the server gave, or with null. */
async function connected({ token }: { token: string }, processId?: string) {
  const socket = connectTo(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token, process_id: processId },
  });
  after(() => socket.disconnect());
  let reason: string | null = null;
  socket.on('session_ended', (event: { reason: string }) => {
    reason = event.reason;
  });
  const ended = new Promise<string | null>((resolve) => socket.on('disconnect', () => resolve(reason)));
  await new Promise<void>((resolve) => socket.on('connect', () => resolve()));
  return { socket, ended };
}

const long = new Date(Date.now() - 30 * 86_400_000);

describe('a live connection', () => {
  for (const [what, changes] of [
    ['has expired', { expires_at: long }],
    ['has been idle for too long', { last_used_at: long }],
  ] as const) {
    it(`is closed when its session ${what}`, async () => {
      const user = await buildUser(app);
      const { ended } = await connected(user);
      await db.updateTable('sessions').set(changes).where('token_hash', '=', hashToken(user.token)).execute();
      await checkSockets({ io, db, config });
      assert.equal(await ended, 'Your session has ended. Sign in again.');
    });
  }

  it('is closed if its session or agent token is deleted or its user is deactivated, even if this process was not notified', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)];
    const agent = await buildAgent(app, user);
    const ends = [await connected(user), await connected(agent), await connected(other)];
    await db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    await db.deleteFrom('agent_tokens').where('user_id', '=', user.id).execute();
    await db.updateTable('users').set({ is_active: false }).where('id', '=', other.id).execute();
    await checkSockets({ io, db, config });
    await Promise.all(ends.map(({ ended }) => ended));
  });

  it('is refused if its session ends while the session is being checked', async () => {
    const user = await buildUser(app);
    const ending = Fastify();
    createSocketServer({
      http: ending,
      db,
      config,
      log: createLogger('silent'),
      eventsPools: null,
      findSession: async (tokenHash) => {
        const found = await app.findSession(tokenHash);
        await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
        return found;
      },
      callLimits: app.callLimits,
    });
    after(() => ending.close());
    const socket = connectTo(await ending.listen({ host: '127.0.0.1', port: 0 }), {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: user.token },
    });
    after(() => socket.disconnect());
    const answer = await new Promise<string>((resolve) => {
      socket.on('connect', () => resolve('connected'));
      socket.on('connect_error', (error) => resolve(error.message));
    });
    assert.match(answer, /session has ended/);
  });

  it('stays open while its session or token is valid', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const sockets = [await connected(user), await connected(agent)];
    await checkSockets({ io, db, config });
    // If the server had disconnected the sockets, they would learn of it before they receive this acknowledgment.
    await new Promise((resolve) => sockets[0]?.socket.emit('join_user_room', user.id, resolve));
    assert.deepEqual(
      sockets.map(({ socket }) => socket.connected),
      [true, true],
    );
  });
});

describe('a connected browser', () => {
  it('keeps its session without making requests', async () => {
    const user = await buildUser(app);
    await connected(user);
    const session = () =>
      db
        .selectFrom('sessions')
        .select('last_used_at')
        .where('token_hash', '=', hashToken(user.token))
        .executeTakeFirst();
    const last_used_at = new Date(Date.now() - 3_600_000);
    await db.updateTable('sessions').set({ last_used_at }).where('token_hash', '=', hashToken(user.token)).execute();
    await checkSockets({ io, db, config });
    const usedAt = Date.parse((await session())?.last_used_at ?? '');
    assert.ok(Date.now() - usedAt < 60_000);
  });
});

describe('a connected agent', () => {
  const run = randomUUID();

  /**
   * Connects an agent that was last seen `secondsAgo` seconds ago, and checks the sockets. Then returns how many seconds ago the agent was
   * last seen according to the database.
   */
  async function secondsAway(secondsAgo: number, { processId }: { processId: string | undefined }): Promise<number> {
    const agent = await buildAgent(app, await buildUser(app));
    const seen = { last_seen_at: new Date(Date.now() - secondsAgo * 1000), process_id: run };
    await db.updateTable('agent_tokens').set(seen).where('token_hash', '=', hashToken(agent.token)).execute();
    await connected(agent, processId);
    await checkSockets({ io, db, config });
    const { last_seen_at } = await db
      .selectFrom('agent_tokens')
      .select('last_seen_at')
      .where('token_hash', '=', hashToken(agent.token))
      .executeTakeFirstOrThrow();
    return Math.round((Date.now() - Date.parse(last_seen_at ?? '')) / 1000);
  }

  it('stays online without making requests', async () => {
    assert.ok((await secondsAway(30, { processId: run })) < 25);
  });

  it('does not come online again after it has gone offline', async () => {
    assert.ok((await secondsAway(60, { processId: run })) >= 60);
  });

  it('does not stay online if its process is unknown or is not the process that synced', async () => {
    assert.ok((await secondsAway(30, { processId: randomUUID() })) >= 30);
    assert.ok((await secondsAway(30, { processId: undefined })) >= 30);
  });
});
