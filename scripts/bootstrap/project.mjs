import { readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', '..');

/** Everything but npm itself runs on this Node, whatever Node the machine has. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** A failure that the reader can fix: its message is printed without a stack. */
export class Failure extends Error {
  /** @override */
  name = 'Failure';
}

/**
 * @param {string[]} segments the file's path from the project's root
 * @returns {unknown}
 */
export function readJson(...segments) {
  return JSON.parse(readFileSync(join(root, ...segments), 'utf8'));
}

/**
 * PATH with the tools of the project, and of one workspace, before the machine's own.
 * @param {string} [workspace]
 */
export function pathWithTools(workspace) {
  const folders = workspace === undefined ? [] : [join(root, workspace, 'node_modules', '.bin')];
  return [...folders, join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
}

/**
 * Runs a script's main function; a `Failure` ends it with one line.
 * @param {(args: string[]) => Promise<number | void>} run answers the exit code
 */
export async function main(run) {
  try {
    process.exitCode = (await run(process.argv.slice(2))) ?? 0;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
