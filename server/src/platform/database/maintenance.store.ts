import { sql } from 'kysely';
import type { Database } from './database.ts';

type WornTable = { name: string; needs_vacuum: boolean; needs_analyze: boolean };

/** Tables of which a fifth and some was changed or removed since they were last looked after. */
export async function listWornTables(db: Database): Promise<WornTable[]> {
  // The counts of this session's own changes otherwise come late, and the embedded database has no other session.
  await sql`SELECT pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<WornTable>`
    SELECT relname AS name, n_dead_tup > 500 + n_live_tup / 5 AS needs_vacuum,
      n_mod_since_analyze > 500 + n_live_tup / 5 AS needs_analyze
    FROM pg_stat_user_tables
    WHERE n_dead_tup > 500 + n_live_tup / 5 OR n_mod_since_analyze > 500 + n_live_tup / 5`.execute(db);
  return rows;
}

export async function analyzeTable(db: Database, name: string): Promise<void> {
  await sql`ANALYZE ${sql.table(name)}`.execute(db);
}

/** Clears away what is gone and counts anew. */
export async function vacuumTable(db: Database, name: string): Promise<void> {
  await sql`VACUUM (ANALYZE) ${sql.table(name)}`.execute(db);
}
