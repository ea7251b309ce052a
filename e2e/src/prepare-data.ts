import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, setPreparedDataDir } from './config.ts';
import { startProgram } from './program.ts';
import { startServerProgram } from './server-program.ts';

/**
 * Creates a data folder with an empty embedded database, which takes several seconds. Each server in the journeys starts with a copy of it.
 * Returns a function that deletes the folder.
 */
export default async function prepareData(): Promise<() => void> {
  if (databaseUrl !== null) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'sandpiper-e2e-data-'));
  const { program } = await startServerProgram(startProgram, { DATA_DIR: folder });
  await program.stop();
  setPreparedDataDir(folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
