import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type OwnDatabase = { name: string; url: string; drop: () => Promise<void> };

/** Creates a database on a PostgreSQL server: an empty one, or a copy of the database `template`. */
export async function createDatabase(serverUrl: string, template?: string): Promise<OwnDatabase> {
  const name = `sandpiper_test_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => run(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function run(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
