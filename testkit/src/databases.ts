import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Runs `work` with a connection to a database, and closes the connection afterward. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // If the connection breaks, the query fails anyway. Without this listener, the error would also crash this process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export type OwnDatabase = { name: string; url: string; drop: () => Promise<void> };

/** Creates an empty database, or a copy of the database `template`, on a PostgreSQL server. */
export async function createDatabase(serverUrl: string, template?: string): Promise<OwnDatabase> {
  const name = `sandpiper_test_${randomBytes(6).toString('hex')}`;
  const run = (statement: string) => withConnection(serverUrl, (client) => client.query(statement));
  await run(`CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: async () => void (await run(`DROP DATABASE ${name} WITH (FORCE)`)) };
}
