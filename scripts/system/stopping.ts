import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const cleanups = new Set<() => void>();

function stop(signal: (typeof signals)[number]): void {
  for (const cleanup of cleanups) cleanup();
  process.exit(128 + constants.signals[signal]);
}

/** Registers a synchronous cleanup function that runs when a signal stops this script. Returns a function that unregisters it. */
export function onStop(cleanup: () => void): () => void {
  if (cleanups.size === 0) for (const signal of signals) process.on(signal, stop);
  cleanups.add(cleanup);
  return () => {
    cleanups.delete(cleanup);
    if (cleanups.size === 0) for (const signal of signals) process.removeListener(signal, stop);
  };
}
