import { ensureBuilt } from './build.mjs';
import { runPinned } from './processes.mjs';
import { main } from './project.mjs';
import { ensureInstalled } from './setup.mjs';

await main(async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  return runPinned(['server/src/main.ts', ...args]);
});
