import { setTimeout } from 'node:timers/promises';
import type { Client } from '@sandpiper/contract/client';
import { timed } from '../figures.ts';
import type { ServerProcess } from './server-process.ts';

const betweenReadsMs = 20;

export type Watched<T> = {
  result: T;
  /** How long the work took, in milliseconds. */
  ms: number;
  /** How long each of the other user's reads took, in milliseconds. */
  waits: number[];
  /** The most memory that the server used at any measurement, in bytes. */
  peak: number;
};

/** Runs `work` while another user reads one row again and again. */
export async function watched<T>(server: ServerProcess, other: Client, work: () => Promise<T>): Promise<Watched<T>> {
  const waits: number[] = [];
  let peak = 0;
  let isDone = false;
  const done = timed(work).finally(() => {
    isDone = true;
  });
  // If `work` fails, the return statement below throws the error. Without this handler, the unhandled rejection would end this process
  // before that, and leave the server running.
  done.catch(() => undefined);
  while (!isDone) {
    waits.push((await timed(() => other('GET /api/settings'))).ms);
    peak = Math.max(peak, await server.memory());
    await setTimeout(betweenReadsMs);
  }
  return { ...(await done), waits, peak };
}
