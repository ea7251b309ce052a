import assert from 'node:assert/strict';
import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { TryLater, UserError } from './errors.ts';
import { ensurePrivateFolder, writePrivateFile } from './private-file.ts';

describe('a private folder', () => {
  test('is created with its parents, unless it already exists', () =>
    inTemporaryFolder(async (path) => {
      const folder = join(path, 'one', 'two');
      await Promise.all([ensurePrivateFolder(folder), ensurePrivateFolder(folder)]);
      await ensurePrivateFolder(folder);
      if (process.platform !== 'win32') assert.equal((await stat(folder)).mode & 0o077, 0);
    }));
  test('cannot be created in place of a file', () =>
    inTemporaryFolder(async (path) => {
      const file = join(path, 'file');
      await writeFile(file, '');
      await assert.rejects(ensurePrivateFolder(file), UserError);
    }));
  test('causes an error immediately where no folder can be created', { skip: process.platform !== 'linux' }, () =>
    assert.rejects(ensurePrivateFolder('/proc/nowhere/inside'), /Couldn't create the folder .*--data-dir/u),
  );
});

describe('a private file', () => {
  test('stays unchanged if the disk is full, and the error says why', { skip: process.platform !== 'linux' }, () =>
    inTemporaryFolder(async (path) => {
      const file = join(path, 'settings.json');
      await writePrivateFile(file, 'old');
      // Every write to this device fails as if the disk were full.
      await symlink('/dev/full', `${file}.new`);
      await assert.rejects(writePrivateFile(file, 'new'), (error) => {
        assert.ok(error instanceof TryLater);
        assert.match(error.message, /^The disk is full.*Free some space, then try again\.$/u);
        return true;
      });
      assert.equal(await readFile(file, 'utf8'), 'old');
    }),
  );
});
