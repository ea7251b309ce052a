import type pg from 'pg';
import { specialCharacters } from '../config.ts';
import { migrateEmbedded } from './backup/copy-before-migration.ts';
import { openDatabase, withoutTimeouts } from './database.ts';
import type { OpenDatabase } from './database.ts';
import { requireEmbedded } from './configured-database.ts';
import { migrate } from './migrations.ts';
import { insertOf, nextIdsOf, readRows, tablesInOrder, triggersOf } from './table-rows.ts';
import { OperatorError } from '../operator-error.ts';

/** Copies the embedded database into an empty database on a server. Returns the number of rows per table. */
export async function moveToServer(dataDir: string, databaseUrl: string): Promise<Map<string, number>> {
  requireEmbedded(dataDir);
  if (!/^postgres(ql)?:\/\//i.test(databaseUrl)) {
    throw new OperatorError("Enter the database's address in this form: postgresql://user:password@host/sandpiper");
  }
  if (!URL.canParse(databaseUrl)) throw new OperatorError(`This is not a valid address. ${specialCharacters}`);
  const target = await openDatabase({ databaseUrl, preparesStatements: false });
  try {
    await connectTo(target.pool);
    return await copyInto(dataDir, target);
  } finally {
    await target.close();
  }
}

async function connectTo(pool: pg.Pool): Promise<void> {
  try {
    // Don't use `.catch()` here. If the file in `sslrootcert` can't be read, `query` throws instead of returning a rejected promise.
    await pool.query('SELECT');
  } catch (cause) {
    throw new OperatorError(`Can't connect to the database at this address: ${reasonOf(cause)}.`, { cause });
  }
}

/** Returns why connecting failed. If a host name has several addresses, returns why the first one failed. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** Updates the tables of both databases, and copies all rows in one transaction. Throws if the target already contains users. */
export async function copyInto(dataDir: string, target: OpenDatabase): Promise<Map<string, number>> {
  const source = await openDatabase({ dataDir });
  try {
    await migrateEmbedded(dataDir, source.pool);
    await migrate(target.pool);
    return await copyAll(source.pool, target.pool);
  } finally {
    await source.close();
  }
}

async function copyAll(from: pg.Pool, to: pg.Pool): Promise<Map<string, number>> {
  const source = await from.connect();
  const target = await to.connect();
  const copied = new Map<string, number>();
  try {
    await source.query('BEGIN READ ONLY');
    await target.query(`BEGIN; ${withoutTimeouts}`);
    const present = await target.query('SELECT FROM users LIMIT 1');
    if (present.rows.length > 0)
      throw new OperatorError('The target database already contains data. Choose an empty one.');
    for (const statement of triggersOf(tablesInOrder, 'DISABLE')) await target.query(statement);
    for (const table of tablesInOrder) copied.set(table, await copyTable(source, target, table));
    for (const statement of await nextIdsOf(source, tablesInOrder)) await target.query(statement);
    for (const statement of triggersOf(tablesInOrder, 'ENABLE')) await target.query(statement);
    await target.query('COMMIT');
    return copied;
  } catch (error) {
    await target.query('ROLLBACK');
    throw error;
  } finally {
    await source.query('ROLLBACK');
    source.release();
    target.release();
  }
}

async function copyTable(source: pg.PoolClient, target: pg.PoolClient, table: string): Promise<number> {
  let copied = 0;
  for await (const { json, number } of readRows(source, table)) {
    await target.query(insertOf(table, '$1'), [json]);
    copied += number;
  }
  return copied;
}
