import { readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', '..');

/** The path to the pinned Node, which runs everything except npm and `run.mjs`, regardless of the machine's own Node. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * The folder for Node's compile cache, which keeps compiled modules and the JavaScript of TypeScript modules. If the folder isn't
 * writable, Node works without the cache.
 */
export const compileCache = join(root, '.cache', 'compile');

/** A failure that the user can fix. Only its message is printed, without a stack trace. */
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
 * Returns a PATH that finds one workspace's tools first, then the project's, then the machine's own.
 * @param {string} [workspace]
 */
export function pathWithTools(workspace) {
  const folders = workspace === undefined ? [] : [join(root, workspace, 'node_modules', '.bin')];
  return [...folders, join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
}

/**
 * Returns the first sentence of `parseArgs`'s error message for an invalid option, or undefined for any other error.
 * @param {unknown} error
 */
function wrongOption(error) {
  const isParseError = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isParseError ? error.message.split('. ')[0] : undefined;
}

/**
 * Runs a script's main function. With `--help`, prints the usage instead. If the function throws, sets exit code 1 and prints the error, or
 * only the message of a `Failure`. For an invalid option, also prints the usage.
 * @param {(args: string[]) => Promise<number | void>} run may return an exit code
 * @param {string} usage
 */
export async function main(run, usage) {
  const args = process.argv.slice(2);
  if (args[0] === '--help' || args[0] === '-h') return console.log(usage);
  try {
    process.exitCode = (await run(args)) ?? process.exitCode;
  } catch (error) {
    const problem = wrongOption(error);
    if (problem !== undefined) console.error(`${problem}.\n\n${usage}`);
    else console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
