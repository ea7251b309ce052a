import { createApp } from './app.ts';
import { ensureFirstAdmin } from './features/auth/first-admin.service.ts';
import type { FirstAdmin } from './features/auth/first-admin.service.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import { DirectoryLockedError } from './platform/database/directory-lock.ts';
import { openDatabase } from './platform/database/database.ts';
import { migrate } from './platform/database/migrations.ts';
import { createLogger } from './platform/log.ts';
import { loadSecret } from './platform/secrets/secret-box.ts';
import { startSweeping } from './sweep.ts';

const closeTimeoutMs = 10_000;

async function serve(config: Config): Promise<void> {
  const log = createLogger(config.logLevel);
  const database = await openDatabase(
    config.databaseUrl === null ? { dataDir: config.dataDir } : { databaseUrl: config.databaseUrl },
  );
  await migrate(database.pool);
  const secret = await loadSecret(config.secretKey, config.dataDir);
  const app = await createApp({ config, log, database, secret });
  const admin = await ensureFirstAdmin(app);
  // At once: should listening fail, the password would never be seen.
  if (admin !== null) console.log(welcomeText(admin));
  const address = await app.http.listen({ host: config.host, port: config.port });
  console.log(`Sandpiper is ready at ${config.publicUrl ?? address}`);
  const stopSweeping = startSweeping(app);
  closeOnSignal(async () => {
    await stopSweeping();
    await app.http.close();
    await database.close();
  });
}

function welcomeText({ username, password }: FirstAdmin): string {
  const lines =
    password === null
      ? [`Administrator: ${username}`, 'Password: the one in ADMIN_PASSWORD']
      : [`Administrator: ${username}`, `Password:      ${password}`, '', 'This password is shown only now. Keep it.'];
  const width = Math.max(...lines.map((line) => line.length));
  const rule = '─'.repeat(width + 2);
  return [`┌${rule}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${rule}┘`].join('\n');
}

function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false;
  const end = () => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => process.exit(1), closeTimeoutMs).unref();
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

try {
  await serve(readConfig());
} catch (error) {
  if (error instanceof ConfigError || error instanceof DirectoryLockedError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
