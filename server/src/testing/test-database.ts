import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '../platform/database/database.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrations.ts';
import { testDatabaseUrl } from './config.ts';

/** An empty, migrated database of one's own: in memory, or on the server that TEST_DATABASE_URL names. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const database =
    testDatabaseUrl === null ? await openDatabase({ dataDir: null }) : await openOnServer(testDatabaseUrl);
  await migrate(database.pool);
  return database;
}

async function openOnServer(serverUrl: string): Promise<OpenDatabase> {
  const name = `sandpiper_test_${randomBytes(6).toString('hex')}`;
  await runOnServer(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href });
  return {
    ...database,
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
