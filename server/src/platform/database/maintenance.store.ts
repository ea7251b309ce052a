import { sql } from 'kysely';
import type { Database } from './database.ts';
import { onlyRow } from './only-row.ts';

type TableToMaintain = { name: string; needs_vacuum: boolean; needs_analyze: boolean };

/**
 * Lists tables to vacuum or analyze. A vacuum reads all pages that have changed since the last vacuum, so a table is also listed after many
 * insertions. In an import into a table of 500,000 rows, a vacuum took up to 57 ms of processor time on a busy machine.
 */
export async function listTablesToVacuum(db: Database): Promise<TableToMaintain[]> {
  // Make the statistics include this session's latest changes, which would otherwise arrive late. The embedded database has no other
  // session.
  await sql`SELECT pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<TableToMaintain>`
    SELECT name, needs_vacuum, needs_analyze FROM (
      SELECT relname AS name,
        n_dead_tup > least(500 + n_live_tup / 5, 5000) OR n_ins_since_vacuum > 20000 AS needs_vacuum,
        n_mod_since_analyze > 500 + n_live_tup / 5 AS needs_analyze
      FROM pg_stat_user_tables
    ) t WHERE needs_vacuum OR needs_analyze`.execute(db);
  return rows;
}

export async function analyzeTable(db: Database, name: string): Promise<void> {
  await sql`ANALYZE ${sql.table(name)}`.execute(db);
}

/**
 * Removes dead rows but not their index entries. Cleaning the indexes requires reading them in full, which took 300 ms on a table of
 * 100,000 people and 1,400 ms on one of 500,000. Without that step, a vacuum of these tables took 40 ms and 100 ms.
 */
export async function vacuumTable(db: Database, name: string): Promise<void> {
  await sql`VACUUM (INDEX_CLEANUP OFF, TRUNCATE OFF) ${sql.table(name)}`.execute(db);
}

/**
 * A table is large if it has more pages than this, or if its TOAST table has. A full vacuum of a table with 160 pages, in which nine tenths
 * of the rows were dead, took 22 ms on a busy machine.
 */
const largePages = 128;

/**
 * Lists the large tables, or all others. Reads the sizes that the last `ANALYZE` or vacuum stored, because measuring the files takes a long
 * time.
 */
export async function listTablesBySize(db: Database, size: 'large' | 'small'): Promise<string[]> {
  const { rows } = await sql<{ name: string; is_large: boolean }>`
    SELECT oid::regclass::text AS name,
      greatest(relpages, (SELECT relpages FROM pg_class WHERE oid = main.reltoastrelid)) > ${largePages} AS is_large
    FROM pg_class main WHERE relkind = 'r'`.execute(db);
  return rows.filter(({ is_large }) => is_large === (size === 'large')).map(({ name }) => name);
}

/** Removes dead rows and, where there are many, their index entries. Blocks the event loop until done. */
export async function vacuumFully(db: Database, name: string): Promise<void> {
  await sql`VACUUM ${sql.table(name)}`.execute(db);
}

/**
 * Checks whether a checkpoint is due. A checkpoint is due once more than `maxLogBytes` have been written since the last checkpoint, or
 * after five minutes if more than 1 MB has been written.
 */
export async function isCheckpointDue(db: Database, maxLogBytes: number): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    SELECT log_bytes > ${maxLogBytes}::bigint
      OR log_bytes > 1048576 AND checkpoint_time < now() - interval '5 minutes' AS is_due
    FROM (
      SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) AS log_bytes, checkpoint_time
      FROM pg_control_checkpoint()
    ) t`.execute(db);
  return onlyRow(rows).is_due;
}

/** Writes all changes to the table files, so that older log files are no longer needed. */
export async function checkpoint(db: Database): Promise<void> {
  await sql`CHECKPOINT`.execute(db);
}

/** Lists the indexes for searches of names. They collect up to 1 MB of new entries in a pending list before they sort them in. */
export async function listNameIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT indexrelid::regclass::text AS name
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE reloptions::text LIKE '%gin_pending_list_limit=1024%' ORDER BY indexrelid`.execute(db);
  return rows.map(({ name }) => name);
}

/** Sorts the entries on a search index's pending list into the index. After 2,000 insertions, this takes about as long as a batch. */
export async function sortPendingEntries(db: Database, name: string): Promise<void> {
  await sql`SELECT gin_clean_pending_list(${name}::regclass)`.execute(db);
}
