import { Kysely, PostgresDialect } from 'kysely';
import type { Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import { columnTypes } from './column-parsers.ts';
import type { DB } from './database.types.ts';
import type { DiskSync } from './disk-sync.ts';
import { openEmbedded } from './embedded.ts';
import type { EmbeddedPostgres } from './embedded.ts';
import { pipelineStatements } from './pipelining.ts';
import { prepareStatements } from './prepared-statements.ts';

/** A connection pool or a transaction: the first parameter of store functions. */
export type Database = Kysely<DB>;
export type Transaction = KyselyTransaction<DB>;

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /** The pools that carry events between server processes. Null with the embedded database, which only one process can use. */
  eventsPools: EventsPools | null;
  /** Null for a database in memory, and for a database server, which flushes its own files. */
  disk: DiskSync | null;
  close: () => Promise<void>;
};

/** Each pool has only one connection. If several connections sent notifications, events could arrive in the wrong order. */
export type EventsPools = { listening: pg.Pool; notifying: pg.Pool };

type ServerLocation = {
  databaseUrl: string;
  timeouts?: Partial<Timeouts>;
  /** False for a connection pooler that can't forward prepared statements. Default: true. */
  preparesStatements?: boolean;
};
export type DatabaseLocation = ServerLocation | { dataDir: string | null };

/**
 * Timeouts for connections to a database server, in milliseconds. They keep one frozen process from blocking all others. The pool enforces
 * `connection`, and the database enforces the others on each connection.
 */
export type Timeouts = {
  /** The maximum wait for a row that another transaction has locked. */
  lock: number;
  /** The maximum duration of a single statement. */
  statement: number;
  /** How long a transaction can be idle. After that, the database closes the connection, assuming that the process no longer uses it. */
  idleInTransaction: number;
  /** The maximum wait for a free or new connection. */
  connection: number;
};

/**
 * Agents and browsers usually wait ten seconds for a response. A wait for a lock must time out well before then. A statement times out soon
 * after the ten seconds, when nobody is waiting for its result any longer.
 */
const usualTimeouts: Timeouts = { lock: 3000, statement: 15_000, idleInTransaction: 10_000, connection: 10_000 };
/** Turns off the timeouts for a transaction that may take as long as it needs. */
export const withoutTimeouts =
  'SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0';

const keepAliveAfterMs = 10_000;

/** Opens the database without migrating it. */
export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  if ('dataDir' in location) return databaseOver(await openEmbedded(location.dataDir));
  const pool = openPool(location, 20);
  if (location.preparesStatements !== false) prepareStatements(pool);
  const eventsPools = { listening: openPool(location, 1), notifying: openPool(location, 1) };
  const endings = Object.values(eventsPools).map(promptEndOf);
  return {
    db: kyselyOver(pool),
    pool,
    eventsPools,
    disk: null,
    close: async () => {
      await pool.end();
      await Promise.all(endings.map((end) => end()));
    },
  };
}

export function databaseOver({ pool, disk, close }: EmbeddedPostgres): OpenDatabase {
  return { db: kyselyOver(pool), pool, eventsPools: null, disk, close };
}

const patienceMs = 1000;

/**
 * Returns a function that closes a pool even if a connection is never returned, for example because an event listener was closed while
 * connecting. Running queries get a moment to finish.
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

function openPool(location: ServerLocation, max: number): pg.Pool {
  const timeouts = { ...usualTimeouts, ...location.timeouts };
  const pool = new pg.Pool({
    // Parameters in the URL override the ones set here.
    connectionString: location.databaseUrl,
    max,
    types: columnTypes,
    connectionTimeoutMillis: timeouts.connection,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    lock_timeout: timeouts.lock,
    statement_timeout: timeouts.statement,
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
    // `tcp_user_timeout` is set because the statement timeout doesn't stop a server process that is writing its result to a disconnected
    // client. `jit` is off because compiling a statement took up to half a second, and none of our statements runs long enough to benefit.
    options: `-c tcp_user_timeout=${timeouts.statement} -c jit=off`,
  });
  // Without a listener, a broken connection would crash the process. The pool replaces broken idle connections. If a connection breaks
  // while it is in use, its next query fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function kyselyOver(pool: pg.Pool): Database {
  return pipelineStatements(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), pool);
}
