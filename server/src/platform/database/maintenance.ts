import { pauseForOthers } from '../batches.ts';
import type { Database } from './database.ts';
import type { DiskSync } from './disk-sync.ts';
import {
  analyzeTable,
  checkpoint,
  isCheckpointDue,
  listTablesBySize,
  listTablesToVacuum,
  vacuumFully,
  vacuumTable,
} from './maintenance.store.ts';

/**
 * Once this many bytes have been written since the last checkpoint, the next sweep writes another. During an import, more is written
 * between two sweeps, and checkpoints took 20 to 90 ms of processor time on a busy machine. After 64 MB, they took 66 to 89 ms.
 */
const checkpointBytes = 16 * 1024 * 1024;

/**
 * Does the maintenance that a database server does automatically and the embedded database doesn't: checkpoints, flushing to disk,
 * vacuuming and planner statistics. Each step is short, because it blocks the event loop.
 */
export async function maintain(db: Database, disk: DiskSync | null, maxLogBytes = checkpointBytes): Promise<void> {
  await disk?.syncCommits();
  if (await isCheckpointDue(db, maxLogBytes)) {
    await checkpoint(db);
    await disk?.syncTables();
  }
  for (const { name, needs_vacuum, needs_analyze } of await listTablesToVacuum(db)) {
    // Analyze first, because ANALYZE counts the dead index entries that this kind of vacuum leaves behind. If ANALYZE ran after the
    // vacuum, the table would always seem to need another vacuum.
    if (needs_analyze) await analyzeTable(db, name);
    await pauseForOthers();
    if (needs_vacuum) await vacuumTable(db, name);
    await pauseForOthers();
  }
}

/**
 * Vacuums the large tables, or all others, including their indexes. On a quiet machine, only a large table blocks the event loop for more
 * than 50 ms.
 */
export async function vacuumTables(db: Database, size: 'large' | 'small'): Promise<void> {
  for (const name of await listTablesBySize(db, size)) {
    await vacuumFully(db, name);
    await pauseForOthers();
  }
}

/**
 * Returns the maintenance function that the periodic sweep calls. Its first run also vacuums the small tables, because doing this at
 * startup would delay the server's start.
 */
export function createMaintenance(db: Database, disk: DiskSync | null): () => Promise<void> {
  let isFirst = true;
  return async () => {
    await maintain(db, disk);
    if (isFirst) await vacuumTables(db, 'small');
    isFirst = false;
  };
}
