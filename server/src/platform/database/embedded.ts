import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { columnTypes } from './column-parsers.ts';
import { lockDirectory } from './directory-lock.ts';
import { createDiskSync } from './disk-sync.ts';
import type { DiskSync } from './disk-sync.ts';
import { prepareStatements } from './prepared-statements.ts';

export type EmbeddedPostgres = {
  pool: pg.Pool;
  /** Null for a database in memory. */
  disk: DiskSync | null;
  /** Exports the whole database as an archive that {@link openFolder} can load. */
  dump: (compression: 'gzip' | 'none') => Promise<Blob>;
  close: () => Promise<void>;
};

const settings = [
  // Twice what is written between two checkpoints: until the last checkpoint is on disk, recovery needs the log since the one before.
  'wal_keep_size=128MB',
  'max_wal_size=256MB',
  // ANALYZE of 100,000 deliveries blocks the event loop for 30 to 60 ms with this setting, and for 100 to 270 ms with the default 100.
  'default_statistics_target=25',
].flatMap((setting) => ['-c', setting]);

/** Returns the folder in a data folder where the database keeps its files. */
export function databaseFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** Opens the embedded Postgres in a data folder, or in memory if there is none. */
export async function openEmbedded(dataDir: string | null): Promise<EmbeddedPostgres> {
  if (dataDir === null) return openFolder(null);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const releaseLock = lockDirectory(dataDir);
  try {
    await initialize(databaseFolder(dataDir));
    const embedded = await openFolder(databaseFolder(dataDir));
    return {
      ...embedded,
      close: async () => {
        await embedded.close();
        releaseLock();
      },
    };
  } catch (error) {
    releaseLock();
    throw error;
  }
}

const initializer = fileURLToPath(new URL('initialize-folder.cli.ts', import.meta.url));

/**
 * Creates a new database's files in a separate process: the program that does it needs 180 MB, which this process would keep
 * until it ends.
 */
async function initialize(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  await promisify(execFile)(process.execPath, [initializer, folder]);
}

/** Opens the database's own files directly. Nothing else may have them open. */
export async function openFolder(folder: string | null, loadFrom?: Blob): Promise<EmbeddedPostgres> {
  const postgres = await PGlite.create({
    dataDir: folder ?? 'memory://',
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, ...settings],
    ...(loadFrom === undefined ? {} : { loadDataDir: loadFrom }),
  });
  // The only connection must never be dropped, because a new connection wouldn't start with a fresh session.
  const pool = new pg.Pool(
    Object.assign(createPgConfig(postgres), {
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 60_000,
      types: columnTypes,
    }),
  );
  prepareStatements(pool);
  return {
    pool,
    disk: folder === null ? null : createDiskSync(pool, folder),
    dump: (compression) => postgres.dumpDataDir(compression),
    close: async () => {
      await pool.end();
      await postgres.close();
    },
  };
}
