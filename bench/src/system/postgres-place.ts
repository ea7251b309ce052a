import pg from 'pg';
import { databaseUrl } from '../config.ts';
import { inDataFolder } from './server-process.ts';
import type { ServerPlace } from './server-process.ts';

export type PostgresPlace = ServerPlace & { databaseUrl: string };

function urlOf(base: string, name: string): string {
  const url = new URL(base);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates an empty database on the PostgreSQL server, and drops it after `work`. */
export async function inNewDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  if (databaseUrl === null) throw new Error('Set TEST_DATABASE_URL, or start the benchmarks with `npm run bench`.');
  const name = `bench_${process.pid}_${Math.floor(performance.now())}`;
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name}`);
    return await work(urlOf(databaseUrl, name));
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
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
