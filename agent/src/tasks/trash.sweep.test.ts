import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { openProfileTrash } from '../browser/profile.trash.ts';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { sweepTrash } from './trash.sweep.ts';

const day = 24 * 60 * 60 * 1000;

test('when the agent starts, it purges profiles that were deleted more than 30 days ago, and continues even if it cannot read the trash', () =>
  inTemporaryFolder(async (dataDir) => {
    const trash = openProfileTrash(dataDir);
    const keep = async (deletedAt: number): Promise<string> => {
      const note = { name: 'books', path: '/gone', root: null, entry: [], is_created: false };
      const { id, folder } = await trash.begin(note);
      await mkdir(folder);
      const text = JSON.stringify({ ...note, deleted_at: new Date(deletedAt).toISOString() });
      await writeFile(join(folder, '..', 'profile.json'), text);
      return id;
    };
    await keep(Date.now() - 31 * day);
    const kept = await keep(Date.now() - 29 * day);
    const log = pino({ level: 'silent' });
    await sweepTrash(trash, log);
    assert.deepEqual(
      (await trash.list()).map(({ id }) => id),
      [kept],
    );
    await writeFile(join(dataDir, 'deleted-profiles', kept, 'profile.json'), 'not JSON');
    await sweepTrash(trash, log);
  }));
