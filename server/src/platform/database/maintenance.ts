import { setImmediate } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { DiskSync } from './disk-sync.ts';
import { analyzeTable, checkpoint, isCheckpointDue, listWornTables, vacuumTable } from './maintenance.store.ts';

/** A checkpoint of this much holds the event loop for 40 to 50 ms (measured). */
const checkpointBytes = 64 * 1024 * 1024;

/**
 * What a database server does by itself and the embedded one does not, in short pieces, because each of them holds the
 * event loop: checkpoints, syncing to the disk, removing dead rows, and statistics for the planner.
 */
export async function maintain(db: Database, disk: DiskSync | null, maxLogBytes = checkpointBytes): Promise<void> {
  await disk?.syncCommits();
  if (await isCheckpointDue(db, maxLogBytes)) {
    await checkpoint(db);
    await disk?.syncTables();
  }
  for (const { name, needs_vacuum, needs_analyze } of await listWornTables(db)) {
    // First, because it counts what a vacuum leaves in the indexes as dead rows, and the table would never be done.
    if (needs_analyze) await analyzeTable(db, name);
    await setImmediate();
    if (needs_vacuum) await vacuumTable(db, name);
    await setImmediate();
  }
}
