import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const directory = new URL('./migrations/', import.meta.url);
/** Any fixed number: two servers that start at once take turns under it. */
const advisoryLock = 4_711_001;

/** Brings the tables up to date. Each file runs whole or not at all, once: what was released is never edited, a new file changes it. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const known = await client.query<{ name: string }>('SELECT name FROM schema_migrations');
    const done = new Set(known.rows.map((row) => row.name));
    for (const name of names) {
      if (done.has(name)) continue;
      await applyFile(client, name);
      applied.push(name);
    }
    return applied;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [advisoryLock]);
    client.release();
  }
}

async function applyFile(client: pg.PoolClient, name: string): Promise<void> {
  const sql = await readFile(new URL(name, directory), 'utf8');
  try {
    await client.query(`BEGIN;\n${sql}\n;INSERT INTO schema_migrations (name) VALUES ('${name}');\nCOMMIT`);
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new Error(`The migration ${name} could not be applied`, { cause });
  }
}
