import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { syncFolderOf } from '../../files/sync-folder.ts';
import { withoutTimeouts } from '../database.ts';
import { ourMigrations } from '../migrations.ts';
import { insertOf, nextIdsOf, readRows, tablesInOrder, triggersOf } from '../table-rows.ts';
import { unfinishedName } from './backup-files.ts';

/*
 * A backup is SQL that psql can load into an empty database of PostgreSQL 15 or newer: first the migrations that created the tables, then
 * the tables' rows. Comment lines mark the end of each statement, so that `loadDump` can run them one by one.
 */

/** The first line of every backup. */
export const firstLine = '-- Sandpiper backup, format 1';
/** The line that ends each statement. No statement contains such a line: no migration does, and JSON escapes the line breaks in rows. */
export const statementEnd = '-- next';
/** The last line of every backup. A file without it is incomplete. */
export const lastLine = '-- end of the backup';

/** Writes the tables in `tablesInOrder` to one file, from one snapshot. */
export async function writeDump(pool: pg.Pool, file: string, madeAt: Date): Promise<void> {
  // Write the file under a temporary name and rename it at the end, so that an interrupted backup doesn't look complete.
  const unfinished = join(dirname(file), unfinishedName());
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(linesOf(client, madeAt)), createGzip(), output);
    await rename(unfinished, file);
    await syncFolderOf(file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

async function* linesOf(client: pg.PoolClient, madeAt: Date): AsyncGenerator<string> {
  yield `${firstLine}\n-- made ${madeAt.toISOString()}\n`;
  yield '-- To load it into an empty database: gunzip -c FILE | psql -v ON_ERROR_STOP=1 --dbname=ADDRESS\n';
  for await (const statement of statementsOf(client, madeAt)) yield `${statement};\n${statementEnd}\n`;
  yield `${lastLine}\n`;
}

async function* statementsOf(client: pg.PoolClient, madeAt: Date): AsyncGenerator<string> {
  const tables = await listTables(client);
  yield `BEGIN; SET client_encoding = 'UTF8'; ${withoutTimeouts}`;
  yield* await listMigrations(client);
  yield* triggersOf(tables, 'DISABLE');
  for (const table of tables) {
    for await (const { json } of readRows(client, table)) yield insertOf(table, literal(json));
  }
  yield* await nextIdsOf(client, tables);
  yield* triggersOf(tables, 'ENABLE');
  // Keep agents from getting work until an administrator has confirmed the restore, even if the file is loaded with psql.
  if (tables.includes('restores')) yield `INSERT INTO restores (backup_made_at) VALUES ('${madeAt.toISOString()}')`;
  yield 'COMMIT';
}

/** Lists which of the tables in `tablesInOrder` exist in the database. */
async function listTables(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const present = new Set(rows.map(({ name }) => name));
  return tablesInOrder.filter((table) => present.has(table));
}

/** Returns the SQL that creates the tables. It runs the applied migrations and records that they were applied. */
async function listMigrations(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; applied_at: Date | string }>(
    'SELECT name, applied_at FROM schema_migrations ORDER BY name',
  );
  const statements = [
    'CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  ];
  for (const { name, applied_at } of rows) {
    const text = await readFile(new URL(name, ourMigrations), 'utf8');
    const appliedAt = new Date(applied_at).toISOString();
    statements.push(
      `${text.replaceAll('\r\n', '\n')}\n;INSERT INTO schema_migrations VALUES (${literal(name)}, '${appliedAt}')`,
    );
  }
  return statements;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
