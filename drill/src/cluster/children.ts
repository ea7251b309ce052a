import { rmSync } from 'node:fs';
import type { Program } from '@sandpiper/testkit/program';

const running = new Set<Program>();
const folders = new Set<string>();

/** Kills a program if this process ends without having stopped it, however it ends. */
export function endWithUs(program: Program): void {
  running.add(program);
  void program.ended.finally(() => running.delete(program)).catch(() => undefined);
}

/** Deletes a folder when it is not needed any more, at the latest when this process ends. Returns how to delete it. */
export function deleteWithUs(folder: string): () => void {
  folders.add(folder);
  return () => {
    folders.delete(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

process.on('exit', () => {
  for (const { pid } of running) process.kill(pid, 'SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
