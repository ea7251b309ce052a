import type pg from 'pg';
import type { EventsPools } from '../database/database.ts';

/**
 * Returns the pool for the Socket.IO adapter, which carries events between server processes. When the adapter loses its listening
 * connection or can't listen on it, it opens a new one without releasing the old one. This pool releases the old one.
 */
export function poolForAdapter({ listening, notifying }: EventsPools): pg.Pool {
  const listen = listening.connect.bind(listening);
  let held: pg.PoolClient | null = null;
  listening.on('release', () => (held = null));
  const giveBack = () => held?.removeAllListeners('end').release(true);
  const connect = async () => {
    giveBack();
    // Returns a promise that never settles. If it rejected, the adapter would retry forever and keep the process from exiting.
    if (listening.ending) return new Promise<never>(() => {});
    held = await listen();
    held.once('end', giveBack);
    return held;
  };
  return Object.assign(listening, { connect, query: notifying.query.bind(notifying) });
}
