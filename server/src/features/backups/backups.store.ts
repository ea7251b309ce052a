import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

/** Returns when the database was created. */
export async function findDatabaseAge(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: string | null }>`SELECT min(applied_at) AS at FROM schema_migrations`.execute(db);
  return new Date(onlyRow(rows).at ?? 0);
}
