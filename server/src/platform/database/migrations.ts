import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { withoutTimeouts } from './database.ts';
import type { Database } from './database.ts';

export const ourMigrations = new URL('./migrations/', import.meta.url);
/** The ID of the advisory lock, an arbitrary number. Of several servers that start at the same time, only one at a time applies a migration. */
const advisoryLock = 4_711_001;
const createMigrationsTable =
  'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())';

type Options = {
  directory?: URL;
  /** Runs before the first pending migration of an existing database. If it fails, nothing is changed. */
  beforeUpdate?: (name: string) => Promise<unknown>;
};

/**
 * Brings the tables up to date and returns the names of the migrations it applied. Each migration is applied once, atomically. Never edit
 * released migrations. Add a new file instead.
 */
export async function migrate(pool: pg.Pool, options: Options = {}): Promise<string[]> {
  const { directory = ourMigrations, beforeUpdate } = options;
  const names = await listFiles(directory);
  const done = await underLock(pool, listApplied);
  const pending = names.filter((name) => !done.has(name));
  if (pending[0] !== undefined && done.size > 0) await beforeUpdate?.(pending[0]);
  const applied: string[] = [];
  for (const name of pending) {
    const text = await readFile(new URL(name, directory), 'utf8');
    if (await underLock(pool, (client) => applyOnce(client, name, text))) applied.push(name);
  }
  return applied;
}

async function listFiles(directory: URL): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
}

/** Checks whether all migrations were applied. A newer server may have applied more. Throws if the database doesn't respond. */
export async function isMigrated(db: Database): Promise<boolean> {
  const applied = new Set(await readApplied(db));
  return (await listFiles(ourMigrations)).every((name) => applied.has(name));
}

/** Returns the names of the applied migrations that this version doesn't have, because a newer version applied them. */
export async function listUnknownMigrations(db: Database): Promise<string[]> {
  const known = new Set(await listFiles(ourMigrations));
  return (await readApplied(db)).filter((name) => !known.has(name)).toSorted();
}

async function readApplied(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM schema_migrations`.execute(db);
  return rows.map(({ name }) => name);
}

/** Applies a migration. Returns false if another server has already applied it. */
async function applyOnce(client: pg.PoolClient, name: string, text: string): Promise<boolean> {
  const applied = await listApplied(client);
  if (applied.has(name)) return false;
  // Create `schema_migrations` together with the first tables, because a backup can only be restored into a database without
  // `schema_migrations`.
  await client.query(applied.size === 0 ? `${createMigrationsTable};\n${text}` : text).catch((cause: unknown) => {
    throw new Error(`The migration ${name} could not be applied`, { cause });
  });
  await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
  return true;
}

async function listApplied(client: pg.PoolClient): Promise<Set<string>> {
  const table = await client.query<{ found: string | null }>(`SELECT to_regclass('schema_migrations') AS found`);
  if (table.rows[0]?.found === null) return new Set();
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations');
  return new Set(rows.map((row) => row.name));
}

/**
 * Runs work in a transaction that holds the advisory lock. It's a transaction-level lock because a connection pooler would leave a
 * session-level lock behind.
 */
async function underLock<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; ${withoutTimeouts}`);
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLock]);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // If the connection is broken, `ROLLBACK` fails as well, with a less useful error.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
