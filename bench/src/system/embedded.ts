import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** Opens the embedded database of a stopped server, to change data that would take too long to change through API calls. */
export async function withEmbedded<T>(dataDir: string, work: (postgres: PGlite) => Promise<T>): Promise<T> {
  const postgres = await PGlite.create({ dataDir: join(dataDir, 'postgres'), extensions: { btree_gin, pg_trgm } });
  try {
    return await work(postgres);
  } finally {
    await postgres.close();
  }
}
