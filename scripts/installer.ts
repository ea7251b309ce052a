import { main, pinnedNode } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { ensureBuildTools } from './system/installer-tools.ts';

/** Builds the downloads that Settings offers: the installer for Windows and the package for Linux and macOS. */
await main(async (args) => {
  await ensureBuildTools();
  return runHere(pinnedNode, ['agent/package/build.cli.ts', 'windows', 'npm', ...args]);
});
