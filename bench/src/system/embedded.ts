import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** Opens a stopped server's embedded Postgres, to add or remove data where calls would take too long. */
export async function withEmbedded<T>(dataDir: string, work: (postgres: PGlite) => Promise<T>): Promise<T> {
  const postgres = await PGlite.create({ dataDir: join(dataDir, 'postgres'), extensions: { pg_trgm } });
  try {
    return await work(postgres);
  } finally {
    await postgres.close();
  }
}
