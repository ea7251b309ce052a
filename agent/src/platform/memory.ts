import { platform } from 'node:os';
import { runProgram } from './run-program.ts';

/** What macOS would give to a program from what `vm_stat` counts; null where that cannot be read. */
export function availableByPages(counts: string): number | null {
  const pageBytes = Number(/page size of (\d+) bytes/u.exec(counts)?.[1] ?? Number.NaN);
  const pages = ['free', 'inactive', 'speculative'].map((kind) =>
    Number(new RegExp(`^Pages ${kind}: +(\\d+)\\.`, 'mu').exec(counts)?.[1] ?? Number.NaN),
  );
  const bytes = pages.reduce((total, count) => total + count, 0) * pageBytes;
  return Number.isNaN(bytes) ? null : bytes;
}

/** Bytes that programs could still be given; infinite where the system does not tell. */
export async function availableMemory(): Promise<number> {
  if (platform() !== 'darwin') return process.availableMemory();
  // Node counts as available on macOS only what nothing was ever kept in, which is next to nothing.
  return availableByPages((await runProgram('/usr/bin/vm_stat', [])).stdout) ?? Number.POSITIVE_INFINITY;
}
