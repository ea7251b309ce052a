import { platform } from 'node:os';
import { runProgram } from './run-program.ts';

/** Calculates the available memory on macOS, in bytes, from the output of `vm_stat`. Returns null if the output can't be read. */
export function availableByPages(counts: string): number | null {
  const pageBytes = Number(/page size of (\d+) bytes/u.exec(counts)?.[1] ?? Number.NaN);
  const pages = ['free', 'inactive', 'speculative'].map((kind) =>
    Number(new RegExp(`^Pages ${kind}: +(\\d+)\\.`, 'mu').exec(counts)?.[1] ?? Number.NaN),
  );
  const bytes = pages.reduce((total, count) => total + count, 0) * pageBytes;
  return Number.isNaN(bytes) ? null : bytes;
}

/** Returns the available memory in bytes, or infinity if the amount is unknown. */
export async function availableMemory(): Promise<number> {
  if (platform() !== 'darwin') return process.availableMemory();
  // On macOS, Node only counts free pages. macOS keeps few pages free, so the result would be close to zero.
  return availableByPages((await runProgram('/usr/bin/vm_stat', [])).stdout) ?? Number.POSITIVE_INFINITY;
}
