import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../bootstrap/project.mjs';

/**
 * The folders with everything that the Windows installer is built from and tested with, except for the rest of the agent, which
 * has its own suites.
 */
const sources = ['agent/package', 'agent/installer', 'agent/src/commands'];
/** The file with the digest of the sources last tested in Wine. It is committed, so that a fresh checkout has it too. */
export const recordFile = 'agent/installer/tested-sources.sha256';

function filesIn(base: string, folder: string): string[] {
  return readdirSync(join(base, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(base, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => file !== recordFile);
}

/** Computes a digest of the installer's sources in the checkout `base`, from their names and contents. */
export function digestOfSources(base: string = root): string {
  const hash = createHash('sha256');
  const files = sources.flatMap((folder) => filesIn(base, folder));
  for (const file of files.toSorted((one, other) => (one < other ? -1 : 1))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(base, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Checks whether exactly these installer sources have been tested in Wine. */
export function isInstallerTested(base: string = root): boolean {
  const record = join(base, recordFile);
  return existsSync(record) && readFileSync(record, 'utf8').trim() === digestOfSources(base);
}

export function recordTestedInstaller(base: string = root): void {
  writeFileSync(join(base, recordFile), `${digestOfSources(base)}\n`);
}
