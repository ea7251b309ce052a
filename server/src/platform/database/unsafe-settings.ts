import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Lists PostgreSQL settings that are turned off although commits can be lost without them. */
export async function listUnsafeSettings(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}
