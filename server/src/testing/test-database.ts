import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import pg from 'pg';
import { databaseOver, openDatabase } from '../platform/database/database.ts';
import type { OpenDatabase, Timeouts } from '../platform/database/database.ts';
import { openFolder } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrations.ts';
import { testDatabaseUrl } from './config.ts';

export type TestDatabase = OpenDatabase & {
  /** Opens the same database again, as another process would. Close this second one first. Works only on a database server. */
  openAgain: () => Promise<OpenDatabase>;
};

/** Opens an empty, migrated database: in memory, or on the server at TEST_DATABASE_URL. */
export async function openTestDatabase(timeouts: Partial<Timeouts> = {}): Promise<TestDatabase> {
  if (testDatabaseUrl === null) return { ...(await openMigratedInMemory()), openAgain };
  return openOnServer(testDatabaseUrl, { timeouts, isMigrated: true });
}

/** Opens an empty database without tables. */
export function openBareDatabase(timeouts: Partial<Timeouts> = {}): Promise<TestDatabase> {
  return testDatabaseUrl === null ? openInMemory() : openOnServer(testDatabaseUrl, { timeouts, isMigrated: false });
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

/** Loads a copy of a migrated database. That takes a quarter as long as creating and migrating one. */
async function openMigratedInMemory(): Promise<OpenDatabase> {
  migrated ??= dumpMigrated();
  return databaseOver(await openFolder(null, await migrated));
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function createDatabase(serverUrl: string, source?: string): Promise<string> {
  const name = `sandpiper_test_${randomBytes(6).toString('hex')}`;
  await runOnServer(serverUrl, `CREATE DATABASE ${name}${source === undefined ? '' : ` TEMPLATE ${source}`}`);
  return name;
}

function dropDatabase(serverUrl: string, name: string): Promise<void> {
  return runOnServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
}

/** Connecting can take a long time on a busy machine, because the test process is still loading modules at the same time. */
const connectionMs = 60_000;

let template: Promise<string> | undefined;

/** Creates a migrated database that others are copied from. It is dropped after the test, suite or file that needed it first. */
async function createTemplate(serverUrl: string): Promise<string> {
  const name = await createDatabase(serverUrl);
  after(async () => {
    template = undefined;
    await dropDatabase(serverUrl, name);
  });
  const database = await openDatabase({ databaseUrl: urlOf(serverUrl, name), timeouts: { connection: connectionMs } });
  await migrate(database.pool);
  await database.close();
  return name;
}

async function openOnServer(
  serverUrl: string,
  { timeouts, isMigrated }: { timeouts: Partial<Timeouts>; isMigrated: boolean },
): Promise<TestDatabase> {
  if (isMigrated) template ??= createTemplate(serverUrl);
  const name = await createDatabase(serverUrl, isMigrated ? await template : undefined);
  const location = { databaseUrl: urlOf(serverUrl, name), timeouts: { connection: connectionMs, ...timeouts } };
  const database = await openDatabase(location);
  return {
    ...database,
    openAgain: () => openDatabase(location),
    close: async () => {
      await database.close();
      await dropDatabase(serverUrl, name);
    },
  };
}

async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
