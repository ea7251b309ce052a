import type { App } from './app-context.ts';
import { analyzeTable } from './database/maintenance.store.ts';

/*
 * The embedded database runs on this event loop and has only one connection, so a batch of work holds up all other requests. With a database
 * server, other requests don't have to wait.
 */

/** Call this between batches, outside a transaction. Does nothing with a database server. */
export async function pauseIfEmbedded({ maintenance }: App): Promise<void> {
  await maintenance?.betweenBatches();
}

/** Returns the batch size for the server's database. Large batches are faster overall, but they hold up the embedded database. */
export function batchSize({ config }: App, sizes: { embedded: number; server: number }): number {
  return config.databaseUrl === null ? sizes.embedded : sizes.server;
}

/** The maximum number of rows per piece. It is low, so that other requests don't wait long, even with the embedded database. */
export const rowsPerPiece = 300;
/**
 * The maximum number of pieces per sweep for each kind of data that the sweep itself deletes. The rest waits for a later sweep, so that the
 * other steps of this sweep aren't delayed.
 */
export const piecesPerSweep = 100;

/** Deletes rows in the sweep, piece by piece. `deleteSome` deletes at most `limit` rows and returns how many it deleted. */
export async function deleteInPieces(app: App, deleteSome: (limit: number) => Promise<number>): Promise<void> {
  for (let piece = 0; piece < piecesPerSweep; piece += 1) {
    if ((await deleteSome(rowsPerPiece)) < rowsPerPiece) return;
    await pauseIfEmbedded(app);
  }
}

/** After this many new rows of one user, call {@link refreshStatistics}. */
export const manyRows = 1000;

/**
 * Updates the planner statistics of tables to which many rows of one user were just added. As long as the statistics don't include a user,
 * the planner expects a single row of this user, so it may read all of the user's rows to look up each person. A preflight of 10,000 people
 * then took 10 s instead of 0.2 s. Logs a failure instead of throwing it, because outdated statistics only make later statements slower.
 */
export async function refreshStatistics(app: App, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await analyzeTable(app.db, table).catch((err: unknown) =>
      app.log.warn({ err, table }, 'could not update the statistics of a table'),
    );
    await pauseIfEmbedded(app);
  }
}

/** Updates the planner statistics of the tables with people. Call this after many people were added to a list. */
export async function refreshPeopleStatistics(app: App): Promise<void> {
  await refreshStatistics(app, ['people', 'recipients']);
}
