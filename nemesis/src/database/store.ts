import { createDatabase } from '@sandpiper/testkit/databases';
import { openDatabase } from '../../../server/src/platform/database/database.ts';
import type { OpenDatabase } from '../../../server/src/platform/database/database.ts';
import { migrate } from '../../../server/src/platform/database/migrations.ts';
import { postgresUrl } from '../config.ts';
import { addCuts } from './cuts.ts';

export type StoreKind = 'embedded' | 'postgres';
type Pool = OpenDatabase['pool'];

/** The database and the servers' connections to it. All histories in this process use the same database, one after another. */
export type Store = {
  kind: StoreKind;
  /** The pool for the nemesis's own queries, which no fault affects. On the embedded database, the server uses the same pool. */
  pool: Pool;
  servers: OpenDatabase[];
  /** Whether the database ends the transaction of a process that has gone silent. */
  endsIdleTransactions: boolean;
  close: () => Promise<void>;
};

/**
 * Timeouts in milliseconds. The lock timeout is short, because lock waits take real time. The timeout for idle transactions is
 * never reached: histories simulate it after ten seconds of virtual time.
 */
const timeouts = { lock: 250, statement: 20_000, idleInTransaction: 100_000 };

/** SQL functions that replace the database's functions of the same name, so that the database uses the history's time. */
const historyClock = `
  CREATE SCHEMA nemesis;
  CREATE SEQUENCE nemesis.clock MINVALUE 0 START 0;
  CREATE FUNCTION nemesis.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT to_timestamp(last_value / 1000.0) FROM nemesis.clock';
  CREATE FUNCTION nemesis.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT to_timestamp(last_value / 1000.0) FROM nemesis.clock';`;
const searchPath = 'nemesis, pg_catalog, public';

async function openEmbedded(changes: readonly string[]): Promise<Store> {
  const database = await openDatabase({ dataDir: null });
  await migrate(database.pool);
  for (const change of [historyClock, ...changes, `SET search_path = ${searchPath}`]) await database.pool.query(change);
  addCuts(database.pool);
  return {
    kind: 'embedded',
    pool: database.pool,
    servers: [database],
    endsIdleTransactions: true,
    close: () => database.close(),
  };
}

async function openPostgres(changes: readonly string[]): Promise<Store> {
  if (postgresUrl === null) throw new Error("TEST_DATABASE_URL isn't set");
  const { name, url, drop } = await createDatabase(postgresUrl);
  const location = { databaseUrl: url, timeouts };
  const first = await openDatabase(location);
  await migrate(first.pool);
  for (const change of [historyClock, ...changes]) await first.pool.query(change);
  await first.pool.query(`ALTER DATABASE ${name} SET search_path = ${searchPath}`);
  await first.close();
  const [own, ...servers] = await Promise.all([1, 2, 3].map(() => openDatabase(location)));
  if (own === undefined) throw new Error('The database was not opened');
  for (const server of servers) addCuts(server.pool);
  const { rows } = await own.pool.query<{ ms: string }>(
    "SELECT setting AS ms FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'",
  );
  return {
    kind: 'postgres',
    pool: own.pool,
    servers,
    endsIdleTransactions: rows[0]?.ms !== '0',
    close: async () => {
      for (const database of [own, ...servers]) await database.close();
      await drop();
    },
  };
}

/** Opens an empty database. `changes` are SQL statements that plant a mistake in its tables. */
export function openStore(kind: StoreKind, changes: readonly string[] = []): Promise<Store> {
  return kind === 'embedded' ? openEmbedded(changes) : openPostgres(changes);
}

export async function setClock(store: Store, time: number): Promise<void> {
  await store.pool.query("SELECT setval('nemesis.clock', $1)", [Math.round(time)]);
}
