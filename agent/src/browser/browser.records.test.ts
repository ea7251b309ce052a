import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { openBrowserRecords } from './browser.records.ts';

test('the agent does not fail when a Firefox process ends and its record cannot be updated, for example on a full disk', () =>
  inTemporaryFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const records = await openBrowserRecords(dataDir);
    const trace = await records.begin('/p/1');
    await trace.started(1);
    await rm(dataDir, { recursive: true });
    await writeFile(dataDir, 'in the way');
    await assert.rejects(
      records.begin('/p/2'),
      'no process is started without a record, because the next run could not terminate it after a crash',
    );
    await trace.ended();
  }));

test('a damaged list of Firefox processes does not keep the agent from starting', () =>
  inTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'browsers.json'), '[{"pid": 1');
    const records = await openBrowserRecords(folder);
    assert.equal(await records.endOrphans(), 0);
    await (await records.begin('/p/1')).started(1);
    assert.deepEqual(JSON.parse(await readFile(join(folder, 'browsers.json'), 'utf8')), [{ pid: 1, profile: '/p/1' }]);
  }));
