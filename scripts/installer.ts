import { main, pinnedNode } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { ensureBuildTools } from './system/installer-tools.ts';

/** Builds what Settings offers for download: the installer for Windows and the package for Linux and macOS. */
await main(async (args) => {
  await ensureBuildTools();
  return runHere(pinnedNode, ['agent/package/build.cli.ts', 'windows', 'npm', ...args]);
});
