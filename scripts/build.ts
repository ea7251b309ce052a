import { parseArgs } from 'node:util';
import { main } from './bootstrap/project.mjs';
import { ensureServer } from './system/build.ts';
import { buildDownloads, buildPackage } from './system/downloads.ts';

const usage = `Usage: npm run build [-- --with-downloads | --with-package]

Builds the web app and the server if they have changed. After that, npm start needs no development dependencies.

  --with-downloads   also build the agent, so that users can download it from the
                     server
  --with-package     also build the agent, but only for Linux and macOS`;

const options = { 'with-downloads': { type: 'boolean' }, 'with-package': { type: 'boolean' } } as const;

await main(async (args) => {
  const { values } = parseArgs({ args, options });
  await ensureServer();
  if (values['with-downloads'] === true) await buildDownloads();
  if (values['with-package'] === true) await buildPackage();
}, usage);
