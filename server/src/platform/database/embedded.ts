import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { messages, PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { makeFolder, restrictFolder } from '../files/make-folder.ts';
import { columnTypes } from './column-parsers.ts';
import { lockDirectory } from './directory-lock.ts';
import { createDiskSync } from './disk-sync.ts';
import type { DiskSync } from './disk-sync.ts';
import { prepareStatements } from './prepared-statements.ts';
import { OperatorError } from '../operator-error.ts';

export type EmbeddedPostgres = {
  pool: pg.Pool;
  /** Null for a database in memory. */
  disk: DiskSync | null;
  close: () => Promise<void>;
};

const settings = [
  // The database's own cache. The operating system caches the files as well. With the default of 128 MB, the server needs 150 MB more, and
  // checkpoints take 60% longer.
  'shared_buffers=16MB',
  // Keep the log since the second-to-last checkpoint. Recovery needs it until the last checkpoint is on disk.
  'wal_keep_size=128MB',
  'max_wal_size=256MB',
  // ANALYZE blocks the event loop. With this setting, it took 32 ms of processor time for 600,000 recipients on a busy machine. With 25, it
  // took 50 ms, and with the default of 100, it took 100 to 270 ms.
  'default_statistics_target=15',
].flatMap((setting) => ['-c', setting]);

export function databaseFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * Opens the embedded database in a data folder, or in memory if `dataDir` is null. Creates it if necessary. Throws a `DirectoryLockedError`
 * if another process is using the folder.
 */
export async function openEmbedded(dataDir: string | null): Promise<EmbeddedPostgres> {
  if (dataDir === null) return openFolder(null);
  await makeFolder(dataDir);
  const releaseLock = lockDirectory(dataDir);
  try {
    await initialize(databaseFolder(dataDir));
    await restrictFolder(databaseFolder(dataDir));
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
 * Creates the database's files if there are none, in a separate process. The program that does so needs 180 MB, which this process would
 * never free.
 */
async function initialize(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const isNew = !existsSync(folder);
  await promisify(execFile)(process.execPath, [initializer, folder]).catch(async (cause: unknown) => {
    // Otherwise, the next start or a restore would mistake the incomplete files for a database.
    if (isNew) await rm(folder, { recursive: true, force: true });
    const [, reason] = /^\w*Error: (.*)$/m.exec(cause instanceof Error ? cause.message : '') ?? [];
    throw new OperatorError(
      `Couldn't create the database in ${folder}${reason === undefined ? '' : ` (${reason})`}. Check that the folder is writable and has free space.`,
      { cause },
    );
  });
}

/** Opens a database folder without locking it, or a database in memory if `folder` is null. No other process may have the folder open. */
export async function openFolder(folder: string | null): Promise<EmbeddedPostgres> {
  const postgres = await createPostgres(folder).catch((cause: unknown) => {
    if (folder === null) throw cause;
    // PostgreSQL writes the reason to a log that isn't available here.
    throw new OperatorError(
      `Couldn't open the database in ${folder}. Check that the server's user owns all files in it and that the disk isn't full. ` +
        'If the database is damaged, restore a backup.',
      { cause },
    );
  });
  return embeddedOver(postgres, folder);
}

/** Starts PostgreSQL on a folder, or in memory if `folder` is null, with the content of an archive if one is given. */
export async function createPostgres(folder: string | null, archive?: Blob): Promise<PGlite> {
  const postgres = await PGlite.create({
    dataDir: folder ?? 'memory://',
    extensions: { btree_gin, pg_trgm },
    startParams: [...PGlite.defaultStartParams, ...settings],
    ...(archive === undefined ? {} : { loadDataDir: archive }),
  });
  endAfterPanic(postgres);
  yieldAfterStatements(postgres);
  return postgres;
}

/** After an error with one of these severities, a process of a PostgreSQL server would end. */
const endingSeverities = new Set(['FATAL', 'PANIC']);

/**
 * Ends this process if the database reports an error after which it can't continue, for example because the disk is full during a
 * checkpoint. PGlite would continue anyway. Later statements would then get wrong answers or none, or block the event loop forever.
 */
function endAfterPanic(postgres: PGlite): void {
  const run = postgres.execProtocolStream.bind(postgres);
  postgres.execProtocolStream = async (message, options) => {
    const answer = await run(message, options);
    const error = answer.find((part) => part instanceof messages.DatabaseError);
    if (!endingSeverities.has(error?.severity ?? '')) return answer;
    process.stderr.write(
      `The embedded database had to stop: ${error?.message}. If the disk is full, free some space. Then start again.\n`,
    );
    process.exit(1);
  };
}

/** The types of the protocol messages that end a statement: Sync and Query. */
const endTypes = new Set(['S', 'Q'].map((letter) => letter.charCodeAt(0)));

/**
 * Lets the server handle other events after each statement. Otherwise, all statements of a request would run before the server noticed the
 * next request.
 */
function yieldAfterStatements(postgres: PGlite): void {
  const run = postgres.execProtocolStream.bind(postgres);
  postgres.execProtocolStream = async (message, options) => {
    const answer = await run(message, options);
    if (endTypes.has(message[0] ?? 0)) await setImmediate();
    return answer;
  };
}

/** Opens a pool with a single connection, the only one to an embedded database. `close` closes the pool and the database. */
export function embeddedOver(postgres: PGlite, folder: string | null): EmbeddedPostgres {
  // Keep the only connection open forever. The embedded database has only one session, so a new connection would inherit the session's
  // state.
  const pool = new pg.Pool(
    Object.assign(createPgConfig(postgres), {
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 60_000,
      pipeline: true,
      types: columnTypes,
    }),
  );
  prepareStatements(pool);
  return {
    pool,
    disk: folder === null ? null : createDiskSync(pool, folder),
    close: async () => {
      await pool.end();
      await postgres.close();
    },
  };
}
