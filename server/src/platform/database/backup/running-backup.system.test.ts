import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import fs, { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { testDatabaseUrl } from '../../../testing/config.ts';
import { openBareDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../database.ts';
import type { OpenDatabase } from '../database.ts';
import { migrate } from '../migrations.ts';
import { tablesInOrder } from '../table-rows.ts';
import { loadDump } from './load-dump.ts';
import { restore } from './restore.ts';
import { backUpRunning } from './running-backup.ts';

const folder = await mkdtemp(join(tmpdir(), 'sandpiper-running-backup-'));
after(() => rm(folder, { recursive: true, force: true }));
const never = new AbortController().signal;
/** The maximum number of transactions: enough to keep writing during the whole copy, but few enough to compare all rows quickly. */
const mostPairs = 500;

/** Inserts rows into many tables, with values that are easy to get wrong in a backup. */
const filling = `
  INSERT INTO users (username, password_hash, created_at)
    SELECT 'user ' || i, 'x', '2026-01-02 03:04:05.678901+00'::timestamptz + i * interval '1 s' FROM generate_series(1, 3) i;
  INSERT INTO templates (user_id, name, content)
    SELECT 1, 'template ' || i, E'It''s \\\\ a "test" \\n-- next\\n-- end of the backup\\n\\t\\u00e9 \\U0001F600 \\u2028 \\u2029 ; $1 :x {shop|}' FROM generate_series(1, 1200) i;
  INSERT INTO profiles (user_id, profile_name, profile_path, insta_password_sealed, hours)
    VALUES (1, 'one', 'C:\\p', '\\x00ff0a22'::bytea, '{"1": ["a", null, 1.10]}'), (2, 'two', '/p', NULL, NULL);
  INSERT INTO lists (user_id, name) VALUES (1, ''), (2, 'Spring');
  INSERT INTO recipients (user_id, list_id, recipient) SELECT 1, 1, 'person' || i FROM generate_series(1, 700) i;
  INSERT INTO agent_requests (user_id, request_type, profile_ids, results) VALUES (1, 'unread_check', '{1,2}', '{"a": [1.0, "\\n"]}');
  INSERT INTO do_not_contact (user_id, person) VALUES (1, 'person1');
  INSERT INTO audit_events (action, user_id, actor_kind) VALUES ('password_changed', 1, 'user')`;

let opened: Promise<{ dataDir: string; database: OpenDatabase }> | undefined;

/** Opens a database as the server does and fills it. Later calls return the same database. */
function openFilled() {
  opened ??= (async () => {
    const dataDir = join(folder, 'open');
    const database = await openDatabase({ dataDir });
    await migrate(database.pool);
    for (const statement of filling.split(/;\n/)) await database.pool.query(statement);
    return { dataDir, database };
  })();
  return opened;
}

after(async () => (await opened)?.database.close());

/** Reads the rows of all tables in `tablesInOrder` as text. */
async function contentOf(pool: pg.Pool): Promise<Map<string, string[]>> {
  const content = new Map<string, string[]>();
  for (const table of tablesInOrder) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
    // The two databases would sort the rows differently.
    content.set(table, rows.map(({ row }) => row).toSorted());
  }
  return content;
}

type Restored = { awaited: string[]; others: Map<string, string[]> };

async function restoredIn(pool: pg.Pool): Promise<Restored> {
  const others = await contentOf(pool);
  const awaited = others.get('restores') ?? [];
  others.delete('restores');
  return { awaited, others };
}

describe('a backup of the database while it is in use', () => {
  it('restores every row of every table in one consistent state, and marks the restore as not yet confirmed', async () => {
    const { dataDir, database } = await openFilled();
    const file = join(folder, 'backup.sql.gz');
    let isOver = false;
    // Each transaction adds a tag and a person, so a backup with only half of a transaction would contain different numbers of tags and
    // people.
    const writing = (async () => {
      for (let number = 0; !isOver && number < mostPairs; number += 1) {
        await database.db.transaction().execute(async (transaction) => {
          await transaction
            .insertInto('tags')
            .values({ user_id: 3, name: `tag ${number}` })
            .execute();
          await transaction
            .insertInto('people')
            .values({ user_id: 3, username: `both${number}` })
            .execute();
        });
        await setTimeout(5);
      }
    })();
    await backUpRunning(database.db, { dataDir, file, signal: never });
    isOver = true;
    await writing;
    const target = join(folder, 'restored');
    await restore(target, file);
    const again = await openDatabase({ dataDir: target });
    const { awaited, others } = await restoredIn(again.pool);
    const next = await again.pool.query<{ id: number }>(
      `INSERT INTO users (username, password_hash) VALUES ('new', 'x') RETURNING id`,
    );
    await again.close();
    assert.equal(next.rows[0]?.id, 4);
    assert.equal(awaited.length, 1);
    const expected = await contentOf(database.pool);
    for (const [table, rows] of others) {
      const written = expected.get(table) ?? [];
      if (table !== 'tags' && table !== 'people') assert.deepEqual(rows, written, table);
      else assert.ok(rows.every((row) => written.includes(row)));
    }
    const both = (others.get('people') ?? []).filter((row) => row.includes('both'));
    assert.equal(both.length, others.get('tags')?.length);
    assert.ok(both.length > 0);
  });

  it('fails with one line if its file cannot be written', async () => {
    const { dataDir, database } = await openFilled();
    const file = join(folder, 'unwritable');
    await mkdir(join(file, 'in the way'), { recursive: true });
    await assert.rejects(
      backUpRunning(database.db, { dataDir, file, signal: never }),
      /^Error: The backup couldn't be written: E[A-Z]+: .*$/,
    );
  });

  it('fails if the process that writes it is stopped, and leaves nothing behind', async () => {
    const { dataDir, database } = await openFilled();
    const file = join(folder, 'stopped', 'backup.sql.gz');
    await assert.rejects(backUpRunning(database.db, { dataDir, file, signal: AbortSignal.abort() }));
    await assert.rejects(readFile(file), { code: 'ENOENT' });
    await assert.rejects(readFile(join(dataDir, 'backup-copy', 'PG_VERSION')), { code: 'ENOENT' });
    // The failed backup has ended backup mode, so the next backup can start.
    await assert.rejects(database.pool.query('SELECT pg_backup_stop(false)'), /backup is not in progress/);
  });
});

describe('a backup on a full disk', () => {
  it('is refused before it writes anything', async () => {
    const { dataDir, database } = await openFilled();
    const file = join(folder, 'full', 'backup.sql.gz');
    const measuring = mock.method(fs, 'statfs', () => Promise.resolve({ bavail: 5000, bsize: 4096 }));
    syncBuiltinESMExports();
    try {
      await assert.rejects(
        backUpRunning(database.db, { dataDir, file, signal: never }),
        /^Error: The disk is too full for a backup.* has only 21 MB left/,
      );
    } finally {
      measuring.mock.restore();
      syncBuiltinESMExports();
    }
    await assert.rejects(stat(file), { code: 'ENOENT' });
  });
});

describe('a backup on a PostgreSQL server', { skip: testDatabaseUrl === null && 'needs TEST_DATABASE_URL' }, () => {
  const file = join(folder, 'for-server.sql.gz');
  let expected = new Map<string, string[]>();
  before(async () => {
    const { dataDir, database } = await openFilled();
    await backUpRunning(database.db, { dataDir, file, signal: never });
    expected = await contentOf(database.pool);
    expected.delete('restores');
  });

  it('can be loaded into an empty database by Sandpiper and by psql, with every row of every table', async () => {
    const target = await openBareDatabase();
    await loadDump(target.pool, file);
    const { awaited, others } = await restoredIn(target.pool);
    assert.equal(awaited.length, 1);
    assert.deepEqual(others, expected);
    await assert.rejects(loadDump(target.pool, file), /already contains Sandpiper tables/);
    const name = await target.pool.query<{ name: string }>('SELECT current_database() AS name');
    await target.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const address = new URL(testDatabaseUrl ?? '');
    address.pathname = `/${name.rows[0]?.name}`;
    const loading = promisify(execFile)('psql', ['-q', '-v', 'ON_ERROR_STOP=1', `--dbname=${address.href}`]);
    const sql = createReadStream(file).pipe(createGunzip());
    if (loading.child.stdin !== null) sql.pipe(loading.child.stdin);
    await loading;
    assert.deepEqual((await restoredIn(target.pool)).others, expected);
    await target.close();
  });

  it('is loaded completely or not at all', async () => {
    const lines = gunzipSync(await readFile(file))
      .toString()
      .split('\n');
    const half = join(folder, 'half.sql.gz');
    await writeFile(half, gzipSync(lines.slice(0, -3).join('\n')));
    const target = await openBareDatabase();
    await assert.rejects(loadDump(target.pool, half), /The end of the backup is missing/);
    const { rows } = await target.pool.query(`SELECT to_regclass('users') AS found`);
    assert.equal(rows[0].found, null);
    await target.close();
  });
});
