import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { createDiskSync } from './disk-sync.ts';
import { openDatabase } from './database.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sandpiper-sync-'));
const files = join(dataDir, 'postgres');
const { pool, disk: realDisk, close } = await openDatabase({ dataDir });
after(async () => {
  await close();
  await rm(dataDir, { recursive: true, force: true });
});

const synced: string[] = [];
const succeed = () => Promise.resolve();
let answer: () => Promise<void> = succeed;
const disk = createDiskSync(pool, files, (path) => {
  synced.push(basename(path));
  return answer();
});

async function currentLogFile(): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT pg_walfile_name(pg_current_wal_lsn()) AS name');
  return rows[0]?.name ?? '';
}

const commit = () => pool.query('INSERT INTO notes DEFAULT VALUES');

describe('the embedded database’s files', () => {
  beforeEach(async () => {
    await pool.query('CREATE TABLE IF NOT EXISTS notes (id bigint GENERATED ALWAYS AS IDENTITY)');
    await disk.syncCommits();
    synced.length = 0;
  });

  it('are synced only if they contain a new commit', async () => {
    await commit();
    await disk.syncCommits();
    assert.deepEqual(synced, [await currentLogFile()]);
    await disk.syncCommits();
    assert.equal(synced.length, 1);
  });

  it('are synced along with their folder if commits span more than one log file', async () => {
    const before = await currentLogFile();
    await commit();
    await pool.query('SELECT pg_switch_wal()');
    await commit();
    const current = await currentLogFile();
    assert.notEqual(before, current);
    await disk.syncCommits();
    assert.deepEqual(synced, [before, current, 'pg_wal']);
  });

  it('are synced once for all waiting calls, after the last of their commits', async () => {
    const open = Promise.withResolvers<void>();
    answer = () => open.promise;
    await commit();
    const first = disk.syncCommits();
    while (synced.length === 0) await new Promise(setImmediate);
    const committed = [commit(), commit(), commit()];
    await Promise.all(committed);
    const others = committed.map(() => disk.syncCommits());
    assert.equal(synced.length, 1);
    answer = succeed;
    open.resolve();
    await Promise.all([first, ...others]);
    assert.equal(synced.length, 2);
  });

  it('are synced again after a failed sync', async () => {
    await commit();
    answer = () => Promise.reject(new Error('the disk is full'));
    await assert.rejects(disk.syncCommits(), /the disk is full/);
    answer = succeed;
    await disk.syncCommits();
    assert.equal(synced.length, 2);
  });

  it('are all synced by syncTables, with pg_control last', async () => {
    await disk.syncTables();
    assert.equal(synced.at(-1), 'pg_control');
    assert.equal(synced.length, (await readdir(files, { recursive: true })).length);
  });

  it('are synced on the real disk without an error', async () => {
    await commit();
    assert.ok(realDisk);
    await realDisk.syncCommits();
    await realDisk.syncTables();
  });
});
