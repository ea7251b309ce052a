import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl, setPreparedDataDir } from './config.ts';
import { root, startProgram } from './program.ts';
import { serverArgs, startServerProgram } from './server-program.ts';

const hourMs = 60 * 60_000;

/** Deletes folders that no running suite can still be copying. */
function removeOld(parent: string): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (Date.now() - mtimeMs > 24 * hourMs) rmSync(folder, { recursive: true, force: true });
  }
}

async function createData(parent: string, folder: string): Promise<void> {
  const unfinished = mkdtempSync(join(parent, 'unfinished-'));
  const { program } = await startServerProgram(startProgram, { DATA_DIR: unfinished });
  await program.stop();
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another suite may have created the same folder in the meantime.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}

/**
 * Prepares a data folder with a new embedded database. The servers in the journeys start with a copy of this folder. Creating the folder
 * takes several seconds, so all suites that use the same build of the server in the same hour share one folder.
 */
export default async function prepareData(): Promise<void> {
  if (databaseUrl !== null) return;
  const digest = createHash('sha256')
    .update(readFileSync(join(root, ...serverArgs)))
    .digest('hex');
  const parent = join(root, '.cache', 'e2e-data');
  const folder = join(parent, `${digest.slice(0, 16)}-${Math.floor(Date.now() / hourMs)}`);
  mkdirSync(parent, { recursive: true });
  removeOld(parent);
  if (!existsSync(folder)) await createData(parent, folder);
  setPreparedDataDir(folder);
}
