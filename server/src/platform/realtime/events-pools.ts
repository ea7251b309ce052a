import type pg from 'pg';
import type { EventsPools } from '../database/database.ts';

/**
 * The pool that the adapter of the real-time events uses. The adapter connects again when it has lost the connection on which it
 * listens, or can't listen on it, but doesn't give the old one back.
 */
export function poolForAdapter({ listening, notifying }: EventsPools): pg.Pool {
  let last: pg.PoolClient | null = null;
  const giveBack = () => {
    last?.removeAllListeners('end').release(true);
    last = null;
  };
  const connect = async () => {
    giveBack();
    const client = await listening.connect();
    last = client;
    client.once('end', () => last === client && giveBack());
    return client;
  };
  // It uses nothing else of a pool.
  return Object.assign(Object.create(notifying) as pg.Pool, { connect, query: notifying.query.bind(notifying) });
}
