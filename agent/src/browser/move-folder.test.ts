import assert from 'node:assert/strict';
import {
  access,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { moveFolder } from './move-folder.ts';

const failWith = (code: string) => Promise.reject(Object.assign(new Error('rename failed'), { code }));

/** Fails as `rename` does between two file systems, except when it renames the original folder to `….moved`. */
const otherFileSystem = (from: string, to: string) => (to === `${from}.moved` ? rename(from, to) : failWith('EXDEV'));

async function fillProfile(folder: string): Promise<void> {
  await mkdir(join(folder, 'storage', 'default'), { recursive: true });
  await writeFile(join(folder, 'times.json'), '{}');
  await writeFile(join(folder, 'cookies.sqlite'), 'signed in', { mode: 0o600 });
  await writeFile(join(folder, 'storage', 'default', 'data'), Buffer.alloc(100_000, 7));
  await utimes(join(folder, 'times.json'), 1_700_000_000, 1_700_000_000);
  // Firefox leaves a dangling symlink like this one behind.
  await symlink('127.0.0.1:+999999', join(folder, 'lock'));
}

for (const [what, move] of [
  ['within a file system', undefined],
  ['to another file system', otherFileSystem],
] as const) {
  test(`moves a folder with all its contents ${what}`, () =>
    inTemporaryFolder(async (path) => {
      const [from, to] = [join(path, 'from'), join(path, 'trash', '1', 'profile')];
      await fillProfile(from);
      await moveFolder(from, to, move);
      await assert.rejects(access(from));
      assert.deepEqual(await readdir(join(path, 'trash', '1')), ['profile']);
      assert.equal(await readFile(join(to, 'cookies.sqlite'), 'utf8'), 'signed in');
      assert.equal((await stat(join(to, 'cookies.sqlite'))).mode & 0o777, 0o600);
      assert.equal((await readFile(join(to, 'storage', 'default', 'data'))).length, 100_000);
      assert.equal((await stat(join(to, 'times.json'))).mtimeMs, 1_700_000_000_000);
      assert.equal(await readlink(join(to, 'lock')), '127.0.0.1:+999999');
    }));
}

test('a copy that cannot be completed is deleted, and the original folder stays', () =>
  inTemporaryFolder(async (path) => {
    const [from, to] = [join(path, 'from'), join(path, 'to')];
    await fillProfile(from);
    // With this folder in the way, the final rename fails.
    await mkdir(to);
    await writeFile(join(to, 'taken'), '');
    await assert.rejects(moveFolder(from, to, otherFileSystem));
    assert.equal(await readFile(join(from, 'cookies.sqlite'), 'utf8'), 'signed in');
    assert.ok((await lstat(join(from, 'lock'))).isSymbolicLink());
    assert.deepEqual((await readdir(path)).toSorted(), ['from', 'to']);
    assert.deepEqual(await readdir(to), ['taken']);
  }));

test('a folder that is still in use after it was copied stays where it is, and the copy is deleted', () =>
  inTemporaryFolder(async (path) => {
    const [from, to] = [join(path, 'from'), join(path, 'to')];
    await fillProfile(from);
    const move = (_from: string, target: string) => failWith(target === to ? 'EXDEV' : 'EBUSY');
    await assert.rejects(moveFolder(from, to, move), /another program is using it/u);
    assert.equal(await readFile(join(from, 'cookies.sqlite'), 'utf8'), 'signed in');
    assert.deepEqual(await readdir(path), ['from']);
  }));

test('the error for a folder that cannot be moved says what to do', () =>
  inTemporaryFolder(async (path) => {
    const moved = (code: string) => moveFolder(path, join(path, '..', 'elsewhere'), () => failWith(code));
    await assert.rejects(moved('EBUSY'), /another program is using it.*Close that program/u);
    await assert.rejects(moved('ENOSPC'), /The disk is full.*Free some space/u);
  }));
