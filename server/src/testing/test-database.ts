import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { databaseOver, openDatabase } from '../platform/database/database.ts';
import type { OpenDatabase, TimeOuts } from '../platform/database/database.ts';
import { openFolder } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrations.ts';
import { testDatabaseUrl } from './config.ts';

export type TestDatabase = OpenDatabase & {
  /** Opens the same database again, as another process would. Close this second one first. Works only on a database server. */
  openAgain: () => Promise<OpenDatabase>;
};

/** Opens an empty, migrated database: in memory, or on the server at TEST_DATABASE_URL. */
export async function openTestDatabase(timeOuts: Partial<TimeOuts> = {}): Promise<TestDatabase> {
  if (testDatabaseUrl === null) return { ...(await openMigratedInMemory()), openAgain };
  const database = await openOnServer(testDatabaseUrl, timeOuts);
  await migrate(database.pool);
  return database;
}

/** Opens an empty database without tables. */
export function openBareDatabase(timeOuts: Partial<TimeOuts> = {}): Promise<TestDatabase> {
  return testDatabaseUrl === null ? openInMemory() : openOnServer(testDatabaseUrl, timeOuts);
}

const openAgain = () => Promise.reject(new Error('A database in memory has only one process'));

async function openInMemory(): Promise<TestDatabase> {
  return { ...(await openDatabase({ dataDir: null })), openAgain };
}

async function dumpMigrated(): Promise<Blob> {
  const database = await openFolder(null);
  await migrate(database.pool);
  const dump = await database.dump('none');
  await database.close();
  return dump;
}

let migrated: Promise<Blob> | undefined;

/** Loads a copy of a migrated database. That takes a quarter of the time of creating and migrating one. */
async function openMigratedInMemory(): Promise<OpenDatabase> {
  migrated ??= dumpMigrated();
  return databaseOver(await openFolder(null, await migrated));
}

async function openOnServer(serverUrl: string, timeOuts: Partial<TimeOuts>): Promise<TestDatabase> {
  const name = `sandpiper_test_${randomBytes(6).toString('hex')}`;
  await runOnServer(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const location = { databaseUrl: url.href, timeOuts };
  const database = await openDatabase(location);
  return {
    ...database,
    openAgain: () => openDatabase(location),
    close: async () => {
      await database.close();
      await runOnServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
