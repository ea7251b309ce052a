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
      dump: embedded.dump,
      close: embedded.close,
    };
  }
  const pool = new pg.Pool({
    connectionString: location.databaseUrl,
    max: 20,
    connectionTimeoutMillis: 30_000,
    types: columnTypes,
  });
  // A server that restarts breaks idle connections; the pool replaces them, and the next query tells.
  pool.on('error', () => {});
  return { db: kyselyOver(pool), pool, dump: null, close: () => pool.end() };
}

function kyselyOver(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
