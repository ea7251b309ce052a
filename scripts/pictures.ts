import { parseArgs } from 'node:util';
import { main, pinnedNode } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { ensureBrowsers } from './system/browsers.ts';
import { ensureServer } from './system/build.ts';

await main(async (args) => {
  parseArgs({ args });
  await ensureServer();
  const env = { ...process.env, ...(await ensureBrowsers(['chromium'])) };
  return runHere(pinnedNode, ['e2e/src/pictures.ts'], env);
}, 'Usage: npm run pictures\n\nRetakes the screenshots in docs/screens.');
