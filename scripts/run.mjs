import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './bootstrap/install.mjs';
import { compileCache, Failure, main, pinnedNode, root } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';

/*
 * Installs packages if any are missing, then runs a program on the pinned Node: node scripts/run.mjs <file> [arguments]. This script is
 * plain JavaScript without dependencies, because it has to run on Node 20 and newer, before anything is installed.
 */
const usage = 'Usage: node scripts/run.mjs <file> [arguments]';

/** Limits the young generation of the server's heap. Without this option, Node.js keeps 150 MB more memory after an export. */
const smallYoungHeap = '--max-semi-space-size=8';

await main(async (args) => {
  if (args.length === 0) throw new Failure(usage);
  const isStart = args[0] === 'scripts/start.ts';
  // Only a build needs development dependencies, and a build installs missing ones. So `npm start` doesn't need them if a build exists.
  const isBuilt = existsSync(join(root, 'web', 'build', '.sources'));
  await ensureInstalled(isStart && isBuilt);
  const options = isStart ? [smallYoungHeap] : [];
  return runHere(pinnedNode, [...options, ...args], { NODE_COMPILE_CACHE: compileCache, ...process.env });
}, usage);
