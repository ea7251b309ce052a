import { Kysely, PostgresDialect } from 'kysely';
import type { Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import { columnTypes } from './column-parsers.ts';
import type { DB } from './database.types.ts';
import { openEmbedded } from './embedded.ts';

/** A connection pool, or a transaction: what a store's functions take first. */
export type Database = Kysely<DB>;
export type Transaction = KyselyTransaction<DB>;

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /** Carries events between server processes; null with the embedded database, which has one process only. */
  eventsPool: pg.Pool | null;
  /** Null on a database server. */
  dump: (() => Promise<Blob>) | null;
  close: () => Promise<void>;
};

export type DatabaseLocation = { databaseUrl: string } | { dataDir: string | null };

/** Opens the database without touching its tables. */
export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  if ('dataDir' in location) {
    const embedded = await openEmbedded(location.dataDir);
    return {
      db: kyselyOver(embedded.pool),
      pool: embedded.pool,
      eventsPool: null,
      dump: embedded.dump,
      close: embedded.close,
    };
  }
  const pool = openPool(location.databaseUrl, 20);
  // One connection listens, the other tells: through more of them, events would overtake each other.
  const eventsPool = openPool(location.databaseUrl, 2);
  const endEvents = promptEndOf(eventsPool);
  return {
    db: kyselyOver(pool),
    pool,
    eventsPool,
    dump: null,
    close: async () => {
      await pool.end();
      await endEvents();
    },
  };
}

const patienceMs = 1000;

/**
 * Ends a pool although somebody keeps a connection: who listens for events and is closed while still connecting never
 * gives it back. What is under way gets a moment to end by itself.
 */
function promptEndOf(pool: pg.Pool): () => Promise<void> {
  const held = new Set<pg.PoolClient>();
  let isOver = false;
  pool.on('acquire', (client) => {
    held.add(client);
    if (isOver) process.nextTick(() => held.has(client) && client.release(true));
  });
  pool.on('release', (_error, client) => held.delete(client));
  return async () => {
    const timer = setTimeout(() => {
      isOver = true;
      for (const client of held) client.release(true);
    }, patienceMs);
    await pool.end();
    clearTimeout(timer);
  };
}

function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 30_000, types: columnTypes });
  // A server that restarts breaks idle connections; the pool replaces them, and the next query tells.
  pool.on('error', () => {});
  return pool;
}

function kyselyOver(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
