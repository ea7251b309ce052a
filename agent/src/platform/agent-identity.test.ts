import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { beginIdentity, readIdentity } from './agent-identity.ts';

test('an agent keeps its installation ID between runs, and each run knows the previous run’s ID', () =>
  inTemporaryFolder(async (folder) => {
    const first = await beginIdentity(folder);
    assert.equal(first.previous_process_id, null);
    const asked = await readIdentity(folder);
    const second = await beginIdentity(folder);
    assert.equal(second.installation_id, first.installation_id);
    assert.equal(second.previous_process_id, first.process_id, 'reading the identity does not start a new run');
    assert.deepEqual([asked.installation_id, asked.previous_process_id], [first.installation_id, first.process_id]);
    assert.notEqual(second.process_id, first.process_id);
    const file = join(folder, 'installation.json');
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o077, 0);
  }));

test('a damaged identity file is replaced by a new one, which later runs keep', () =>
  inTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'installation.json'), '{"installation_id":');
    const first = await beginIdentity(folder);
    assert.equal((await beginIdentity(folder)).installation_id, first.installation_id);
  }));
