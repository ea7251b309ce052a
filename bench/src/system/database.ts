import { withConnection } from '@sandpiper/testkit/databases';
import { withEmbedded } from './embedded.ts';
import type { ServerPlace } from './server-process.ts';

export type RunSql = (sql: string, values?: unknown[]) => Promise<unknown>;

/** Runs SQL in the database of a stopped server, to add data that would take too long to create through API calls. */
export async function withDatabase({ dataDir, databaseUrl }: ServerPlace, work: (run: RunSql) => Promise<void>) {
  if (databaseUrl === null) {
    return withEmbedded(dataDir, (postgres) => work((sql, values = []) => postgres.query(sql, values)));
  }
  return withConnection(databaseUrl, (client) => work((sql, values = []) => client.query(sql, values)));
}
