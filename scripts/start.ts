import { main, pinnedNode } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { ensureBuilt } from './system/build.ts';

const usage = `Usage: npm start [-- command]

Builds the web app if it has changed, then starts the server. docs/operations.md explains its settings.

  backup FILE          write the embedded database to a file; stop the server first
  restore BACKUP       restore such a file, or a folder from DATA_DIR/backups, into a DATA_DIR without a database
  move-to-server URL   copy the embedded database into an empty database on a PostgreSQL server`;

await main(async (args) => {
  await ensureBuilt();
  return runHere(pinnedNode, ['server/src/main.ts', ...args]);
}, usage);
