import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { findCommand, usage, UsageError } from './commands.cli.ts';
import { ensureFirstAdmin } from './features/auth/first-admin.service.ts';
import type { FirstAdmin } from './features/auth/first-admin.service.ts';
import { pauseAfterRestore } from './features/restores/restores.service.ts';
import { beginStopping } from './features/health/health.service.ts';
import { findPagePack } from './features/page-pack/page-pack.service.ts';
import { removeOldAnswers } from './platform/database/backup/backup-order.ts';
import { migrateEmbedded } from './platform/database/backup/copy-before-migration.ts';
import { readConfig } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { openConfigured } from './platform/database/configured-database.ts';
import { vacuumTables } from './platform/database/maintenance.ts';
import { listUnknownMigrations, migrate } from './platform/database/migrations.ts';
import { requirePreparedStatements } from './platform/database/prepared-statements.ts';
import { listUnsafeSettings } from './platform/database/unsafe-settings.ts';
import { createLogger } from './platform/log.ts';
import { measureProcess } from './platform/metrics/process-metrics.ts';
import { loadKeys } from './platform/secrets/key-file.ts';
import { startFailureText } from './start-failure.ts';
import { createSweep, startSweeping } from './sweep.ts';

const closeTimeoutMs = 10_000;

/**
 * Collects garbage before the heap grows by more than 20%. With the embedded database, this saves 120 MB after a day of work without using
 * more processor time. The flag isn't set with a database server, because the heap is small then and an export would take 8% longer.
 */
const smallHeap = '--heap-growing-percent=20';

async function serve(config: Config): Promise<void> {
  if (config.databaseUrl === null) setFlagsFromString(smallHeap);
  const log = createLogger(config.logLevel);
  const database = await openConfigured(config);
  if (config.databaseUrl !== null && config.preparesStatements) await requirePreparedStatements(database.pool);
  if (config.databaseUrl === null) await migrateEmbedded(config.dataDir, database.pool, { onCopied: announceCopy });
  else await migrate(database.pool);
  await warnOfNewerTables(database.db, log);
  if (config.databaseUrl === null) await removeOldAnswers(config.dataDir);
  // Vacuum the large tables before the server listens, so that no request has to wait for the vacuum.
  if (config.databaseUrl === null) await vacuumTables(database.db, 'large');
  else await warnOfUnsafeSettings(database.db, log);
  const app = await createApp({ config, log, database, keys: await loadKeys(config) });
  measureProcess(app.metrics.registry, database);
  await pauseAfterRestore(app);
  const admin = await ensureFirstAdmin(app);
  // Print the password before the server listens. Otherwise, if listening failed, nobody would ever see it.
  if (admin !== null) console.log(welcomeText(admin));
  // Log an invalid page pack now instead of when the first agent requests it.
  await findPagePack(app);
  const address = await app.http.listen({ host: config.host, port: config.port });
  const stopSweeping = startSweeping(
    app,
    createSweep(app, async () => app.maintenance?.sweep()),
  );
  const drainMs = config.drainSeconds * 1000;
  closeOnSignal(drainMs + closeTimeoutMs, async () => {
    beginStopping(app);
    await wait(drainMs);
    await stopSweeping();
    await app.http.close();
    await database.close();
  });
  // Print this last, so that a script that waits for this line can safely stop the server.
  console.log(`Sandpiper is ready at ${config.publicUrl ?? address}`);
}

function announceCopy(copy: string): void {
  console.log(`Backed up the database to ${copy} before updating it.`);
}

/** Doesn't refuse to start, because earlier servers have to keep running while servers are updated one after the other. */
async function warnOfNewerTables(db: Database, log: Logger): Promise<void> {
  const unknown = await listUnknownMigrations(db);
  if (unknown.length === 0) return;
  log.warn(
    { migrations: unknown },
    'A newer version of Sandpiper has updated the database. This version may not work correctly with it. Start the newer version.',
  );
}

async function warnOfUnsafeSettings(db: Database, log: Logger): Promise<void> {
  for (const setting of await listUnsafeSettings(db)) {
    log.warn(
      `PostgreSQL is running with ${setting} = off. Turn it on. Otherwise, if the database's machine crashes, someone could be messaged twice.`,
    );
  }
}

function welcomeText({ username, password }: FirstAdmin): string {
  const lines =
    password === null
      ? [`Administrator: ${username}`, 'Password: the one in ADMIN_PASSWORD']
      : [
          `Administrator: ${username}`,
          `Password:      ${password}`,
          '',
          'This password is shown only once. Save it now.',
        ];
  const width = Math.max(...lines.map((line) => line.length));
  const rule = '─'.repeat(width + 2);
  return [`┌${rule}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${rule}┘`].join('\n');
}

function closeOnSignal(timeoutMs: number, close: () => Promise<void>): void {
  let isClosing = false;
  const end = () => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => process.exit(1), timeoutMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

async function run(args: string[]): Promise<void> {
  // Keep other users of this computer out of new files and folders, such as the database's folder while it is being created.
  process.umask(0o077);
  if (args.includes('--help') || args.includes('-h')) return console.log(usage);
  let config: Config | null = null;
  try {
    const work = args.length === 0 ? serve : findCommand(args);
    config = readConfig();
    await work(config);
  } catch (error) {
    console.error(startFailureText(error, config) ?? error);
    process.exit(error instanceof UsageError ? 2 : 1);
  }
}

// There is no top-level `await` here, because the bundle is a CommonJS module.
void run(process.argv.slice(2));
