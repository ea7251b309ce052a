import { main, pinnedNode } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { ensureBuilt } from './system/build.ts';
import { buildDownloads } from './system/downloads.ts';

const withDownloads = '--with-downloads';

await main(async (args) => {
  await ensureBuilt();
  if (args.includes(withDownloads)) await buildDownloads();
  return runHere(pinnedNode, ['server/src/main.ts', ...args.filter((arg) => arg !== withDownloads)]);
});
