import { Failure, main } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { startPostgres } from './system/postgres.ts';

const usage = `Usage: npm run with-postgres -- <command> [arguments]

Runs a command with TEST_DATABASE_URL set to a temporary PostgreSQL server, for example:
  npm run with-postgres -- npm test -w server`;

await main(async ([command, ...args]) => {
  if (command === undefined) throw new Failure(usage);
  const postgres = await startPostgres();
  try {
    return await runHere(command, args, { ...process.env, TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}, usage);
