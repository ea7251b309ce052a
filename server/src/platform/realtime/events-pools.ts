import type pg from 'pg';
import type { EventsPools } from '../database/database.ts';

/**
 * Returns the pool for the Socket.IO adapter, which carries events between server processes. When the adapter loses its listening
 * connection or can't listen on it, the adapter opens a new connection without releasing the old connection, so this pool releases the old
 * connection. Calls `onMissed` when the adapter listens again, because other processes may have sent events while it wasn't listening.
 */
export function poolForAdapter({ listening, notifying }: EventsPools, onMissed: () => void): pg.Pool {
  const listen = listening.connect.bind(listening);
  let held: pg.PoolClient | null = null;
  let isFirst = true;
  listening.on('release', () => (held = null));
  const giveBack = () => held?.removeAllListeners('end').release(true);
  const connect = async () => {
    giveBack();
    // Return a promise that never settles. If it rejected, the adapter would retry forever and keep the process from exiting.
    if (listening.ending) return new Promise<never>(() => {});
    const isAgain = !isFirst;
    isFirst = false;
    const client = await listen();
    held = client;
    client.once('end', giveBack);
    // The adapter sends its LISTEN as soon as it has the client, so the database answers this query only after the LISTEN.
    if (isAgain) setImmediate(() => void client.query('SELECT 1').then(onMissed, () => {}));
    return client;
  };
  return Object.assign(listening, { connect, query: notifying.query.bind(notifying) });
}
