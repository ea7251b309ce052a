import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { createDatabase } from '@sandpiper/testkit/databases';
import { databaseOver, openDatabase } from '../platform/database/database.ts';
import type { OpenDatabase, Timeouts } from '../platform/database/database.ts';
import { createPostgres, embeddedOver } from '../platform/database/embedded.ts';
import { migrate, ourMigrations } from '../platform/database/migrations.ts';
import { tablesInOrder } from '../platform/database/table-rows.ts';
import { testDatabaseUrl } from './config.ts';

export type TestDatabase = OpenDatabase & {
  /**
   * Opens the same database again, as another process would. Close the returned database before the original. Works only on a database
   * server.
   */
  openAgain: () => Promise<OpenDatabase>;
};

/** Opens an empty, migrated database: in memory, or on the server at TEST_DATABASE_URL. */
export async function openTestDatabase(timeouts: Partial<Timeouts> = {}): Promise<TestDatabase> {
  if (testDatabaseUrl === null) return { ...(await openMigratedInMemory()), openAgain };
  return openOnServer(testDatabaseUrl, { timeouts, isMigrated: true });
}

/** Opens an empty database without tables. */
export function openBareDatabase(timeouts: Partial<Timeouts> = {}): Promise<TestDatabase> {
  return testDatabaseUrl === null ? openInMemory() : openOnServer(testDatabaseUrl, { timeouts, isMigrated: false });
}

const openAgain = () => Promise.reject(new Error('A database in memory has only one process'));

async function openInMemory(): Promise<TestDatabase> {
  return { ...(await openDatabase({ dataDir: null })), openAgain };
}

/**
 * Returns an archive of an empty, migrated database. Creating the database takes six times as long as copying it, so the archive is
 * kept in a file for later test runs.
 */
async function emptyArchive(): Promise<Blob> {
  const file = join(archives, `${await digestOfSchema()}.tar`);
  if (!existsSync(file)) await keepArchive(file, await createMigrated());
  return new Blob([await readFile(file)]);
}

const project = new URL('../../../', import.meta.url);
const archives = fileURLToPath(new URL('.cache/test-databases/', project));

/**
 * Computes a digest of what an empty database depends on: the migrations, and the lock file with the version of the embedded PostgreSQL.
 */
async function digestOfSchema(): Promise<string> {
  const names = (await readdir(ourMigrations)).toSorted();
  const files = [new URL('package-lock.json', project), ...names.map((name) => new URL(name, ourMigrations))];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file)).update('\0');
  return hash.digest('hex');
}

/** Writes an archive, and deletes archives of other versions. Several processes may do this at the same time. */
async function keepArchive(file: string, archive: Blob): Promise<void> {
  const own = `${file}.${process.pid}`;
  await mkdir(archives, { recursive: true });
  await writeFile(own, Buffer.from(await archive.arrayBuffer()));
  await rename(own, file);
  const old = (await readdir(archives)).filter((name) => name.endsWith('.tar') && !file.endsWith(name));
  await Promise.all(old.map((name) => rm(join(archives, name), { force: true })));
}

async function createMigrated(): Promise<Blob> {
  const postgres = await createPostgres(null);
  const { pool, close } = embeddedOver(postgres, null);
  await migrate(pool);
  const archive = await postgres.dumpDataDir('none');
  await close();
  return archive;
}

let empty: Promise<Blob> | undefined;
let emptyNames: string | undefined;

/** Empty, migrated databases in memory that earlier tests have closed. */
const unused: PGlite[] = [];

/**
 * Reuses a database that an earlier test has closed, or copies an empty database. Reusing a database is six times as fast as copying one.
 */
async function openMigratedInMemory(): Promise<OpenDatabase> {
  empty ??= emptyArchive();
  const postgres = unused.pop() ?? (await createPostgres(null, await empty));
  emptyNames ??= await namesIn(postgres);
  const opened = databaseOver(embeddedOver(postgres, null));
  return {
    ...opened,
    close: async () => {
      if ((await namesIn(postgres)) !== emptyNames) return opened.close();
      await opened.pool.end();
      await postgres.exec(`SET session_replication_role = replica; TRUNCATE ${tablesInOrder.join()} RESTART IDENTITY;
        RESET ALL; UNLISTEN *; DEALLOCATE ALL`);
      unused.push(postgres);
    },
  };
}

/** Returns the names of all columns, functions and triggers. A test that changes any of them leaves a database that can't be used again. */
async function namesIn(postgres: PGlite): Promise<string> {
  const { rows } = await postgres.query<{ name: string }>(`
    SELECT relname || '.' || attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT tgname FROM pg_trigger ORDER BY name`);
  return rows.map(({ name }) => name).join();
}

/** Connecting can take a long time on a busy machine, because the test process is still loading modules. */
const connectionMs = 60_000;

let template: Promise<string> | undefined;

/** Creates a migrated database that others are copied from. It is dropped at the end of the test, suite or file that first needed it. */
async function createTemplate(serverUrl: string): Promise<string> {
  const { name, url, drop } = await createDatabase(serverUrl);
  after(async () => {
    template = undefined;
    await drop();
  });
  const database = await openDatabase({ databaseUrl: url, timeouts: { connection: connectionMs } });
  await migrate(database.pool);
  await database.close();
  return name;
}

async function openOnServer(
  serverUrl: string,
  { timeouts, isMigrated }: { timeouts: Partial<Timeouts>; isMigrated: boolean },
): Promise<TestDatabase> {
  if (isMigrated) template ??= createTemplate(serverUrl);
  const { url, drop } = await createDatabase(serverUrl, isMigrated ? await template : undefined);
  const location = { databaseUrl: url, timeouts: { connection: connectionMs, ...timeouts } };
  const database = await openDatabase(location);
  return {
    ...database,
    openAgain: () => openDatabase(location),
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
