import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { makeFolder, restrictFolder } from './make-folder.ts';

const folder = await mkdtemp(join(tmpdir(), 'sandpiper-folder-'));
after(() => rm(folder, { recursive: true, force: true }));

describe('a folder', () => {
  it('is created with its parents, for this user only', async () => {
    const path = join(folder, 'one', 'two', 'three');
    await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(path, 'four'))]);
    for (const made of [join(folder, 'one'), path]) assert.equal((await stat(made)).mode & 0o777, 0o700);
    await makeFolder(path);
  });

  it('that others can read can be restricted to this user, and a failure to do so is ignored', async () => {
    const open = join(folder, 'open');
    await mkdir(open, { mode: 0o755 });
    await restrictFolder(open);
    assert.equal((await stat(open)).mode & 0o777, 0o700);
    await restrictFolder(join(folder, 'missing'));
  });

  it('cannot be created in place of a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await assert.rejects(makeFolder(file), { code: 'EEXIST' });
    await assert.rejects(makeFolder(join(file, 'inside')), { code: 'ENOTDIR' });
  });

  it(
    'fails immediately if the operating system doesn’t allow folders there',
    { skip: process.platform !== 'linux' },
    async () => {
      await assert.rejects(makeFolder('/proc/nowhere/inside'), { code: 'ENOENT', syscall: 'mkdir' });
    },
  );
});
