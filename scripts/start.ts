import { compileCache, main, pinnedNode } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { ensureBuilt } from './system/build.ts';
import { buildDownloads } from './system/downloads.ts';

/** Limits the young generation of the heap. Without this option, Node.js keeps 150 MB more memory after an export. */
const smallYoungHeap = '--max-semi-space-size=8';
const withDownloads = '--with-downloads';

const usage = `Usage: npm start [-- --with-downloads | command]

Builds the web app if it has changed, then starts the server. docs/operations.md explains its settings.

  --with-downloads     build the agent first, so that users can download it from the server
  backup FILE          write the embedded database to a file, even while the server is running
  restore BACKUP       restore a backup file, or a folder from DATA_DIR/backups, into a DATA_DIR without a database
  move-to-server URL   copy the embedded database into an empty database on a PostgreSQL server

For the other commands (mark-restored, reset-two-factor, rotate-key, remove-old-keys, give-up-lost-keys), see docs/operations.md.`;

await main(async (args) => {
  await ensureBuilt();
  if (args.includes(withDownloads)) await buildDownloads();
  const server = ['server/src/main.ts', ...args.filter((arg) => arg !== withDownloads)];
  return runHere(pinnedNode, [smallYoungHeap, ...server], { NODE_COMPILE_CACHE: compileCache, ...process.env });
}, usage);
