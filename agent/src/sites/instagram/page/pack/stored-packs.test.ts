import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inTemporaryFolder } from '../../../../testing/temporary-folder.ts';
import { loadPacks } from './stored-packs.ts';

test('the agent uses the built-in page pack if the stored packs can’t be read', () =>
  inTemporaryFolder(async (folder) => {
    const file = join(folder, 'page-packs.json');
    // A folder can't be read as a file, even by root.
    await mkdir(file);
    const said: string[] = [];
    const state = await loadPacks(file, null, (text) => said.push(text));
    assert.deepEqual(state.taken, []);
    assert.deepEqual(said, [`Couldn't read the page packs in ${file}. The agent uses the built-in one.`]);
  }));
