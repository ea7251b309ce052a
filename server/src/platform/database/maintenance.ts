import { setTimeout } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { DiskSync } from './disk-sync.ts';
import {
  analyzeTable,
  checkpoint,
  isCheckpointDue,
  listNameIndexes,
  listTablesBySize,
  listTablesToVacuum,
  sortPendingEntries,
  vacuumFully,
  vacuumTable,
} from './maintenance.store.ts';

/**
 * Once this many bytes have been written since the last checkpoint, the next sweep writes another checkpoint. A checkpoint takes up to 36
 * ms of processor time on a slow machine, however much has been written, because the database's cache is small.
 */
const checkpointBytes = 16 * 1024 * 1024;

/** How long the server handles other events between two steps, so that it notices requests that arrived during the last step. */
const pauseMs = 2;

/** After this many batches, the next search index is updated. */
const batchesPerStep = 3;

async function pause(): Promise<void> {
  await setTimeout(pauseMs);
}

/** The maintenance that a database server does automatically and the embedded database doesn't. */
export type Maintenance = {
  /** Does everything that is due. The periodic sweep calls this function. */
  sweep: () => Promise<void>;
  /** Lets other requests use the database. Now and then also updates a search index. */
  betweenBatches: () => Promise<void>;
};

type Options = {
  disk: DiskSync | null;
  /** Waits until the requests that the server is handling have been answered. */
  callsToEnd?: () => Promise<void>;
  maxLogBytes?: number;
};

/**
 * Creates the functions for checkpoints, flushing to disk, vacuuming and planner statistics. Their steps are short, because most of them
 * block the event loop. The first sweep also vacuums the small tables, because doing this at startup would delay the server's start.
 */
export function createMaintenance(
  db: Database,
  { disk, callsToEnd = () => Promise.resolve(), maxLogBytes = checkpointBytes }: Options,
): Maintenance {
  let isFirst = true;
  let batches = 0;
  // A request usually needs several statements. If it had to wait for a step before each of them, it would be held up several times.
  const pauseForOthers = async () => {
    await pause();
    await callsToEnd();
  };
  return {
    sweep: async () => {
      await disk?.syncCommits();
      if (await isCheckpointDue(db, maxLogBytes)) {
        await disk?.requireSpaceForCheckpoint();
        await checkpoint(db);
        await disk?.syncTables();
      }
      await maintainTables(db, pauseForOthers);
      if (isFirst) await vacuumTables(db, 'small', pauseForOthers);
      isFirst = false;
    },
    betweenBatches: async () => {
      await pauseForOthers();
      batches += 1;
      if (batches % batchesPerStep !== 0) return;
      const step = batches / batchesPerStep;
      const indexes = await listNameIndexes(db);
      // Update only one index at a time. An insertion that finds the pending lists full sorts in the entries of all indexes at once.
      const index = indexes[step % indexes.length];
      if (index === undefined) return;
      await sortPendingEntries(db, index);
      await pauseForOthers();
    },
  };
}

async function maintainTables(db: Database, pauseForOthers: () => Promise<void>): Promise<void> {
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
 * Vacuums the large tables or, with `small`, all others. Where many rows are dead, this also cleans the indexes. On a quiet machine, only a
 * large table blocks the event loop for more than 50 ms.
 */
export async function vacuumTables(db: Database, size: 'large' | 'small', afterEach = pause): Promise<void> {
  for (const name of await listTablesBySize(db, size)) {
    await vacuumFully(db, name);
    await afterEach();
  }
}
