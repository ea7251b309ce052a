import { ensureBuildTools } from './installer-tools.mjs';
import { runPinned } from './processes.mjs';
import { main } from './project.mjs';
import { ensureInstalled } from './setup.mjs';

/** Builds what Settings offers for download: the installer for Windows and the package for Linux and macOS. */
await main(async (args) => {
  await ensureInstalled();
  await ensureBuildTools();
  return runPinned(['agent/package/build.cli.ts', 'windows', 'npm', ...args]);
});
