import { createRequire } from 'node:module';
import { main } from './bootstrap/project.mjs';
import { ensureServer } from './system/build.ts';
import { buildDownloads } from './system/downloads.ts';
import { serverBundle } from './system/server-bundle.ts';

const withDownloads = '--with-downloads';

const usage = `Usage: npm start [-- --with-downloads | command]

Builds the web app and the server if they have changed, then starts the server. docs/operations.md explains its settings.

  --with-downloads     build the agent first, so that users can download it
                       from the server
  backup FILE          write the embedded database to a file, even while the
                       server is running
  restore BACKUP       restore a backup file, or a folder from DATA_DIR/backups,
                       into a DATA_DIR without a database
  move-to-server URL   copy the embedded database into an empty database on a
                       PostgreSQL server

For the other commands (mark-restored, reset-password, reset-two-factor, rotate-key, remove-old-keys, give-up-lost-keys), see
docs/operations.md.`;

await main(async (args) => {
  await ensureServer();
  if (args.includes(withDownloads)) await buildDownloads();
  // The server runs in this process, and reads its command from `process.argv`.
  process.argv.splice(2, Infinity, ...args.filter((arg) => arg !== withDownloads));
  createRequire(import.meta.url)(serverBundle);
}, usage);
