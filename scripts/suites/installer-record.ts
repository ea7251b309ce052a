import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap/project.mjs';

/** What the Windows installer is built from and tested with, besides the agent itself, which its own suite tests. */
const sources = ['agent/package', 'agent/installer', 'agent/src/commands'];
/** Committed, so that a fresh checkout knows which sources were last tested in Wine. */
export const recordFile = join('agent', 'installer', 'tested-sources.sha256');

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => file !== recordFile)
    .toSorted((one, other) => (one < other ? -1 : 1));
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) {
    hash
      .update(`${file.replaceAll('\\', '/')}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Whether the installer was tested in Wine with exactly these sources. */
export function isInstallerTested(): boolean {
  const record = join(root, recordFile);
  return existsSync(record) && readFileSync(record, 'utf8').trim() === digestOfSources();
}

export function recordTestedInstaller(): void {
  writeFileSync(join(root, recordFile), `${digestOfSources()}\n`);
}
