import { rmSync } from 'node:fs';
import { sendSignal } from '@sandpiper/testkit/processes';
import type { Program } from '@sandpiper/testkit/program';

const running = new Set<Program>();
const folders = new Set<string>();

/** Kills a program when this process exits, unless the program has already ended. */
export function endWithUs(program: Program): void {
  running.add(program);
  void program.ended.finally(() => running.delete(program)).catch(() => undefined);
}

/** Deletes a folder when this process exits. Returns a function that deletes the folder earlier. */
export function deleteWithUs(folder: string): () => void {
  folders.add(folder);
  return () => {
    folders.delete(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

process.on('exit', () => {
  // The signal that ended this process may also have ended the programs.
  for (const { pid } of running) sendSignal(pid, 'SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
