import type { Logger } from 'pino';
import { sessionIdleSeconds } from '../access/access.service.ts';
import { listLiveTokens } from '../access/access.store.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { SocketServer } from './events.ts';

const checkMs = 30_000;

type Sockets = { io: SocketServer; db: Database; config: Config };

/**
 * Disconnects this process's sockets whose session has expired, or ended without this process hearing of it. Sessions that a user
 * or an administrator ends are disconnected at once, through the events.
 */
export async function endStaleSockets({ io, db, config }: Sockets): Promise<void> {
  const sockets = [...io.of('/').sockets.values()];
  if (sockets.length === 0) return;
  const hashes = sockets.flatMap(({ data }) => (data.kind === 'session' ? [data.tokenHash] : []));
  const agents = sockets.flatMap(({ data }) => (data.kind === 'agent' ? [data.agentId] : []));
  const live = await listLiveTokens(db, { sessions: hashes, agents }, sessionIdleSeconds(config));
  for (const socket of sockets) {
    const { data } = socket;
    if (data.kind === 'agent') {
      if (!live.agents.has(data.agentId)) socket.disconnect(true);
    } else if (!live.sessions.has(data.tokenHash.toString('base64'))) {
      socket.emit('session_ended', { reason: 'Your session has ended. Sign in again.' });
      socket.disconnect(true);
    }
  }
}

/** Checks the sockets regularly. Returns a function that stops this and waits for the current check. */
export function startCheckingSockets({ log, ...sockets }: Sockets & { log: Logger }): () => Promise<void> {
  let underWay = Promise.resolve();
  const timer = setInterval(() => {
    underWay = endStaleSockets(sockets).catch((err: unknown) =>
      log.error({ err }, 'could not check the live connections'),
    );
  }, checkMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return underWay;
  };
}
