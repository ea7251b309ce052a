import pg from 'pg';
import { createDatabase } from '@sandpiper/testkit/databases';
import { databaseUrl } from '../config.ts';
import { inDataFolder } from './server-process.ts';
import type { ServerPlace } from './server-process.ts';

export type PostgresPlace = ServerPlace & { databaseUrl: string };

/** Creates an empty database on the PostgreSQL server, and drops it after `work`. */
export async function inNewDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  if (databaseUrl === null) throw new Error('Set TEST_DATABASE_URL, or start the benchmarks with `npm run bench`.');
  const { url, drop } = await createDatabase(databaseUrl);
  try {
    return await work(url);
  } finally {
    await drop();
  }
}

/** Provides a data folder and an empty PostgreSQL database for a server, and deletes both after `work`. */
export function inPostgres<T>(work: (place: PostgresPlace) => Promise<T>): Promise<T> {
  return inNewDatabase((url) => inDataFolder((dataDir) => work({ dataDir, databaseUrl: url })));
}

/** Opens a connection to a server's database for the benchmark's own queries. */
export async function withClient<T>({ databaseUrl: url }: PostgresPlace, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
