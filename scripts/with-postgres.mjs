import { startPostgres } from './postgres.mjs';
import { runHere } from './processes.mjs';
import { Failure, main } from './project.mjs';

// Runs a command with TEST_DATABASE_URL set to a PostgreSQL server made for it: node scripts/with-postgres.mjs npm test -w server
await main(async ([command, ...args]) => {
  if (command === undefined) throw new Failure('Which command? node scripts/with-postgres.mjs <command> [arguments]');
  const postgres = await startPostgres();
  try {
    return await runHere(command, args, { ...process.env, TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
});
