import type { FastifyInstance } from 'fastify';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import { z } from 'zod';
import type { ClientEvents, ServerEvents } from '@sandpiper/contract/events';
import { requireTwoFactor, signedInAgentWith, signedInWith } from '../access/access.service.ts';
import { findAgentByToken } from '../access/access.store.ts';
import type { FindSession } from '../access/access.store.ts';
import type { Config } from '../config.ts';
import type { Database, EventsPools } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { CallLimits } from '../http/call-limits.ts';
import { refusalOf } from '../http/error-handler.ts';
import { addressOf, proxyTrust } from '../http/trusted-proxies.ts';
import { poolForAdapter } from './events-pools.ts';
import { rooms } from './events.ts';
import { startCheckingSockets } from './socket-checks.ts';
import { createSocketAdmission, signInMs } from './socket-admission.ts';
import type { ProcessEvents, SocketData, SocketServer } from './events.ts';

type AppSocket = Socket<ClientEvents, ServerEvents, ProcessEvents, SocketData>;

/** `process_id` identifies the agent process that stays online while the socket is connected. Older agents don't send it. */
const handshakeSchema = z.object({ token: z.string().max(500), process_id: z.uuid().nullable().catch(null) });
const userIdSchema = z.number();

type Options = {
  http: FastifyInstance;
  db: Database;
  config: Config;
  log: Logger;
  /** If set, events reach the clients connected to any server process on the same database. */
  eventsPools: EventsPools | null;
  findSession: FindSession;
  callLimits: CallLimits;
};

/** Creates the server for live connections, on the same port as the HTTP server. Accepts only WebSocket connections with a token. */
export function createSocketServer({
  http,
  db,
  config,
  log,
  eventsPools,
  findSession,
  callLimits,
}: Options): SocketServer {
  const admission = createSocketAdmission(config, callLimits, log);
  const io: SocketServer = new Server(http.server, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: signInMs,
    allowRequest: admission.allowRequest,
  });
  io.engine.on('connection', admission.opened);
  if (eventsPools !== null) {
    const pool = poolForAdapter(eventsPools, () => {
      log.warn('events from other processes may have been missed, so all browsers and agents reconnect');
      reconnectAll(io);
    });
    io.adapter(createAdapter(pool, { errorHandler: (err) => log.error({ err }, 'real-time adapter failed') }));
  }
  io.use((socket, proceed) => {
    admit({ db, config, findSession, callLimits }, socket).then(
      () => proceed(),
      (error: unknown) => proceed(refused(error, log)),
    );
  });
  io.on('connection', (socket) => {
    admission.signedIn(socket.conn);
    serveSocket(socket);
  });
  const stopChecking = startCheckingSockets({ io, db, config, log });
  // This drops the connections without telling clients to disconnect. Socket.IO's client wouldn't reconnect automatically if it were told
  // to disconnect.
  http.addHook('preClose', async () => {
    await stopChecking();
    await io.close();
  });
  return io;
}

/**
 * Drops all connections of this process. Browsers and agents reconnect automatically, because they get no disconnect packet, and then catch
 * up.
 */
function reconnectAll(io: SocketServer): void {
  for (const socket of io.of('/').sockets.values()) socket.conn.close();
}

type Checks = Pick<Options, 'db' | 'config' | 'findSession' | 'callLimits'>;

/**
 * Authenticates a socket. Adds it to the rooms of its session or agent token, and then checks the session or token again, in case it became
 * invalid in between.
 */
async function admit({ callLimits, ...checks }: Checks, socket: AppSocket): Promise<void> {
  const address = addressOf(socket.request, proxyTrust(checks.config.trustProxy));
  await callLimits.lookUp(address, () => enter(checks, socket));
  await enter(checks, socket);
}

async function enter({ db, config, findSession }: Omit<Checks, 'callLimits'>, socket: AppSocket): Promise<void> {
  const handshake = handshakeSchema.safeParse(socket.handshake.auth);
  const token = handshake.success ? handshake.data.token : null;
  if (token?.startsWith('sandpiper_agent_')) {
    const { user, agent } = await signedInAgentWith(token, (tokenHash) => findAgentByToken(db, tokenHash));
    socket.data = { user, kind: 'agent', agentId: agent.id, processId: handshake.data?.process_id ?? null };
    await socket.join([rooms.agentsOf(user.id), rooms.agent(agent.id)]);
    return;
  }
  const { user, session } = await signedInWith({ db, findSession }, { token, address: null });
  requireTwoFactor(config, user);
  socket.data = { user, kind: 'session', tokenHash: session.tokenHash };
  await socket.join([rooms.sessionsOf(user.id), rooms.session(session.tokenHash)]);
}

function refused(error: unknown, log: Logger): Error {
  if (!(error instanceof AppError)) log.error({ err: error }, 'real-time sign-in failed');
  const { code, text } = refusalOf(error);
  return Object.assign(new Error(text), { data: { code } });
}

function serveSocket(socket: AppSocket): void {
  socket.on('join_user_room', (userId: unknown, acknowledge?: unknown) => {
    const answer = (value: { joined: boolean; error?: string }) => {
      if (typeof acknowledge === 'function') Reflect.apply(acknowledge, undefined, [value]);
    };
    if (socket.data.kind !== 'session' || userIdSchema.safeParse(userId).data !== socket.data.user.id) {
      answer({ joined: false, error: 'This room belongs to another user.' });
      return;
    }
    void Promise.resolve(socket.join(rooms.user(socket.data.user.id))).then(() => answer({ joined: true }));
  });
  socket.on('leave_user_room', (userId: unknown) => {
    if (userIdSchema.safeParse(userId).data === socket.data.user.id) void socket.leave(rooms.user(socket.data.user.id));
  });
}
