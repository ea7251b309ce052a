import { ensureBrowsers } from './browsers.mjs';
import { ensureInstalled } from './setup.mjs';
import { runPinned } from './processes.mjs';
import { main } from './project.mjs';

// Retakes the pictures in docs/screens from the demo.
await main(async (args) => {
  await ensureInstalled();
  Object.assign(process.env, await ensureBrowsers(['chromium']));
  return runPinned(['e2e/src/pictures.ts', ...args]);
});
