import { main, pinnedNode } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { ensureBuildTools } from './system/installer-tools.ts';

const usage = `Usage: npm run installer -- [options]

Builds the agent's downloads for Windows, Linux and macOS. docs/installer.md explains signing.

  --server URL      the server that the agent connects to; without it, the
                    installer asks for the address
  --output FOLDER   the folder to write to (default dist/installer)
  --quick           skip compression, for testing`;

await main(async (args) => {
  await ensureBuildTools();
  return runHere(pinnedNode, ['agent/package/build.cli.ts', 'windows', 'npm', ...args]);
}, usage);
