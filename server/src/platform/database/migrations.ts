import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { withoutTimeOuts } from './database.ts';

const ourFiles = new URL('./migrations/', import.meta.url);
/** Any fixed number: two servers that start at once take turns under it. */
const advisoryLock = 4_711_001;

type Options = {
  directory?: URL;
  /** Runs before the first of several files changes tables that are there already; when it fails, nothing is changed. */
  beforeUpdate?: (name: string) => Promise<unknown>;
};

/**
 * Brings the tables up to date; answers the files it applied. Each file runs whole or not at all, once: what was released
 * is never edited, a new file changes it.
 */
export async function migrate(pool: pg.Pool, options: Options = {}): Promise<string[]> {
  const { directory = ourFiles, beforeUpdate } = options;
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  const done = await underLock(pool, async (client) => {
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    return listApplied(client);
  });
  const pending = names.filter((name) => !done.has(name));
  if (pending[0] !== undefined && done.size > 0) await beforeUpdate?.(pending[0]);
  const applied: string[] = [];
  for (const name of pending) {
    const text = await readFile(new URL(name, directory), 'utf8');
    if (await underLock(pool, (client) => applyOnce(client, name, text))) applied.push(name);
  }
  return applied;
}

/** False where another server applied it meanwhile. */
async function applyOnce(client: pg.PoolClient, name: string, text: string): Promise<boolean> {
  if ((await listApplied(client)).has(name)) return false;
  await client.query(text).catch((cause: unknown) => {
    throw new Error(`The migration ${name} could not be applied`, { cause });
  });
  await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
  return true;
}

async function listApplied(client: pg.PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations');
  return new Set(rows.map((row) => row.name));
}

/** The lock is the transaction's: one of the session would be left behind by a pooler that hands sessions around. */
async function underLock<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; ${withoutTimeOuts}`);
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLock]);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // On a connection that broke, it fails as well, and says less.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
