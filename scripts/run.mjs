import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './bootstrap/install.mjs';
import { Failure, main, pinnedNode, root } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';

/*
 * Installs what is missing, then runs a program on the pinned Node: node scripts/run.mjs <file> [arguments]. It's plain
 * JavaScript without dependencies, because it has to start on any Node from version 20 on with nothing installed.
 */
const usage = 'Usage: node scripts/run.mjs <file> [arguments]';

await main(async (args) => {
  if (args.length === 0) throw new Failure(usage);
  // Only building needs development dependencies. It installs them if the build is out of date.
  const isBuilt = existsSync(join(root, 'web', 'build', '.sources'));
  await ensureInstalled(args[0] === 'scripts/start.ts' && isBuilt);
  return runHere(pinnedNode, args);
}, usage);
