import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { UserError } from './errors.ts';
import { ensurePrivateFolder } from './private-file.ts';

describe('a private folder', () => {
  test('is created with its parents, and may already exist', () =>
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
  test('fails immediately where no folder can be created', { skip: process.platform !== 'linux' }, () =>
    assert.rejects(ensurePrivateFolder('/proc/nowhere/inside'), /Couldn't create the folder .*--data-dir/u),
  );
});
