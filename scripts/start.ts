import { main, pinnedNode } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { ensureBuilt } from './system/build.ts';

await main(async (args) => {
  await ensureBuilt();
  return runHere(pinnedNode, ['server/src/main.ts', ...args]);
});
