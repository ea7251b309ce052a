import type { App } from './app-context.ts';

/*
 * The embedded database runs on this event loop and has only one connection, so a batch of work holds up all other requests. A database
 * server serves them meanwhile.
 */

/** Call this between two batches, outside a transaction. Does nothing if the server uses a database server. */
export async function pauseIfEmbedded({ maintenance }: App): Promise<void> {
  await maintenance?.betweenBatches();
}

/** Returns the batch size for the server's database. Large batches are faster overall, but they hold up the embedded database. */
export function batchSize({ config }: App, sizes: { embedded: number; server: number }): number {
  return config.databaseUrl === null ? sizes.embedded : sizes.server;
}
