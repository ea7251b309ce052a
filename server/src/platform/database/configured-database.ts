import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { openDatabase } from './database.ts';
import type { OpenDatabase } from './database.ts';
import { databaseFolder } from './embedded.ts';
import { isMigrated } from './migrations.ts';
import { OperatorError } from '../operator-error.ts';

/** Throws if a data folder contains no database. Opening the folder would create an empty database. */
export function requireEmbedded(dataDir: string): void {
  if (!existsSync(databaseFolder(dataDir)))
    throw new OperatorError(`No embedded database was found in ${dataDir}. Check DATA_DIR.`);
}

export function openConfigured({ databaseUrl, dataDir, preparesStatements }: Config): Promise<OpenDatabase> {
  return openDatabase(databaseUrl === null ? { dataDir } : { databaseUrl, preparesStatements });
}

/** Opens the configured database for a command. Throws if it doesn't exist or contains none of Sandpiper's tables. */
export async function openExisting(config: Config): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null) requireEmbedded(dataDir);
  const database = await openConfigured(config);
  try {
    const { rows } = await database.pool.query<{ found: string | null }>(
      `SELECT to_regclass('schema_migrations') AS found`,
    );
    if (typeof rows[0]?.found === 'string') return database;
    throw new OperatorError(
      databaseUrl === null
        ? `The database in ${dataDir} contains no Sandpiper tables. Check DATA_DIR.`
        : 'The database in DATABASE_URL contains no Sandpiper tables. Check the address.',
    );
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Like {@link openExisting}, but also throws if a migration is pending, because the server hasn't been started since an update. */
export async function openUpdated(config: Config): Promise<OpenDatabase> {
  const database = await openExisting(config);
  try {
    if (await isMigrated(database.db)) return database;
    throw new OperatorError(
      'The database is from an earlier version. Start the server first, so that it updates the tables.',
    );
  } catch (error) {
    await database.close();
    throw error;
  }
}
