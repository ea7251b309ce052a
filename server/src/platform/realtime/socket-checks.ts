import type { Logger } from 'pino';
import { sessionIdleSeconds } from '../access/access.service.ts';
import { keepAgentsOnline, keepSessionsAlive } from '../access/access.store.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { SocketServer } from './events.ts';

/** How often the sockets are checked: three times before an agent would be considered offline. */
const checkMs = 15_000;

type Sockets = { io: SocketServer; db: Database; config: Config };

/**
 * Extends the sessions of connected browsers and the online status of connected agents, and disconnects this process's sockets whose session
 * or token is no longer valid. Normally, an event disconnects them immediately. This check catches expired sessions and missed events.
 */
export async function checkSockets({ io, db, config }: Sockets): Promise<void> {
  const sockets = [...io.of('/').sockets.values()];
  const hashes = sockets.flatMap(({ data }) => (data.kind === 'session' ? [data.tokenHash] : []));
  const agents = sockets.flatMap(({ data }) => (data.kind === 'agent' ? [data] : []));
  const liveSessions =
    hashes.length === 0 ? new Set() : await keepSessionsAlive(db, hashes, sessionIdleSeconds(config));
  const liveAgents = agents.length === 0 ? new Set() : await keepAgentsOnline(db, agents);
  for (const socket of sockets) {
    const { data } = socket;
    if (data.kind === 'agent') {
      if (!liveAgents.has(data.agentId)) socket.disconnect(true);
    } else if (!liveSessions.has(data.tokenHash.toString('base64'))) {
      socket.emit('session_ended', { reason: 'Your session has ended. Sign in again.' });
      socket.disconnect(true);
    }
  }
}

/** Checks the sockets regularly. Returns a function that stops the checks and waits for the current one. */
export function startCheckingSockets({ log, ...sockets }: Sockets & { log: Logger }): () => Promise<void> {
  let underWay = Promise.resolve();
  const timer = setInterval(() => {
    underWay = checkSockets(sockets).catch((err: unknown) =>
      log.error({ err }, 'could not check the live connections'),
    );
  }, checkMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return underWay;
  };
}
