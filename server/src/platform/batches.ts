import { setTimeout } from 'node:timers/promises';
import type { App } from './app-context.ts';

/*
 * The embedded database runs on this event loop and has only one connection, so a batch of work holds up all other requests. A database
 * server serves them meanwhile.
 */

const pauseMs = 2;

/**
 * Lets other requests use the embedded database. Yielding alone would only let them begin. A short pause also lets a request that needs two
 * queries finish.
 */
export async function pauseForOthers(): Promise<void> {
  await setTimeout(pauseMs);
}

/** Call this between two batches. Does nothing if the server uses a database server. */
export async function pauseIfEmbedded({ config }: App): Promise<void> {
  if (config.databaseUrl === null) await pauseForOthers();
}

/** Returns the batch size for the server's database. Large batches are faster overall, but they hold up the embedded database. */
export function batchSize({ config }: App, sizes: { embedded: number; server: number }): number {
  return config.databaseUrl === null ? sizes.embedded : sizes.server;
}
