import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TemporaryFolder = { path: string; remove: () => Promise<void> };

/** Creates a temporary folder. `remove` deletes the folder and its content. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'sandpiper-agent-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

/** Runs `work` with a temporary folder, which is deleted afterward. */
export async function inTemporaryFolder(work: (path: string) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  try {
    await work(folder.path);
  } finally {
    await folder.remove();
  }
}
