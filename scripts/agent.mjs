import { ensureInstalled } from './setup.mjs';
import { runPinned } from './processes.mjs';
import { main } from './project.mjs';

await main(async (args) => {
  await ensureInstalled();
  return runPinned(['agent/src/main.ts', ...args]);
});
