import { createApp } from './app.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import { DirectoryLockedError } from './platform/database/directory-lock.ts';
import { openDatabase } from './platform/database/database.ts';
import { migrate } from './platform/database/migrations.ts';
import { createLogger } from './platform/log.ts';
import { loadSecret } from './platform/secrets/secret-box.ts';

const closeTimeoutMs = 10_000;

async function serve(config: Config): Promise<void> {
  const log = createLogger(config.logLevel);
  const database = await openDatabase(
    config.databaseUrl === null ? { dataDir: config.dataDir } : { databaseUrl: config.databaseUrl },
  );
  await migrate(database.pool);
  const secret = await loadSecret(config.secretKey, config.dataDir);
  const app = await createApp({ config, log, database, secret });
  const address = await app.http.listen({ host: config.host, port: config.port });
  console.log(`Sandpiper is ready at ${config.publicUrl ?? address}`);
  closeOnSignal(async () => {
    await app.http.close();
    await database.close();
  });
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
