import { createDatabase } from '@sandpiper/testkit/databases';
import { databaseUrl } from '../config.ts';
import { inDataFolder } from './server-process.ts';
import type { ServerPlace } from './server-process.ts';

export type PostgresPlace = ServerPlace & { databaseUrl: string };

/** Creates an empty database on the PostgreSQL server, and drops it after `work`. */
export async function inNewDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  if (databaseUrl === null) throw new Error('Set TEST_DATABASE_URL, or start the benchmarks with `npm run bench`.');
  const database = await createDatabase(databaseUrl);
  try {
    return await work(database.url);
  } finally {
    await database.drop();
  }
}

/** Provides a data folder and an empty PostgreSQL database for a server, and deletes both after `work`. */
export function inPostgres<T>(work: (place: PostgresPlace) => Promise<T>): Promise<T> {
  return inNewDatabase((url) => inDataFolder((dataDir) => work({ dataDir, databaseUrl: url })));
}
