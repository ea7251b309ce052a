import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Throws when the database doesn't answer. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`SELECT 1`.execute(db);
}
