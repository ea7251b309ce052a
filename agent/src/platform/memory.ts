import { platform } from 'node:os';
import { runProgram } from './run-program.ts';

/** Available memory in bytes by the counts that `vm_stat` prints on macOS; null when they can't be read. */
export function availableByPages(counts: string): number | null {
  const pageBytes = Number(/page size of (\d+) bytes/u.exec(counts)?.[1] ?? Number.NaN);
  const pages = ['free', 'inactive', 'speculative'].map((kind) =>
    Number(new RegExp(`^Pages ${kind}: +(\\d+)\\.`, 'mu').exec(counts)?.[1] ?? Number.NaN),
  );
  const bytes = pages.reduce((total, count) => total + count, 0) * pageBytes;
  return Number.isNaN(bytes) ? null : bytes;
}

/** Available memory in bytes; infinite when the system does not say. */
export async function availableMemory(): Promise<number> {
  if (platform() !== 'darwin') return process.availableMemory();
  // On macOS, Node counts only pages that were never used, which is close to nothing.
  return availableByPages((await runProgram('/usr/bin/vm_stat', [])).stdout) ?? Number.POSITIVE_INFINITY;
}
