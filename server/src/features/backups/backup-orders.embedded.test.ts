import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startTestServer } from '../../testing/test-server.ts';
import { beginDueBackup, stopBackups } from './backups.service.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sandpiper-backup-orders-'));
after(() => rm(dataDir, { recursive: true, force: true }));

type Answer = { id?: string; at?: string; state?: string; detail?: string };

async function answerThat(isWanted: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer: Answer = JSON.parse(await readFile(join(dataDir, 'backup-answer'), 'utf8').catch(() => '{}'));
    if (isWanted(answer)) return answer;
    await setTimeout(50);
  }
}

it('a running backup keeps reporting its state to the command that requested it', async () => {
  const { app } = await startTestServer({ databaseUrl: null, backupDir: dataDir, backupEveryHours: 0, dataDir });
  await writeFile(join(dataDir, 'backup-order'), '{ "id": "one" }');
  // The transaction holds the only connection to the embedded database, so the backup can't continue.
  const busy = await app.db.startTransaction().execute();
  let stopping = Promise.resolve();
  try {
    await beginDueBackup(app);
    const first = await answerThat(({ id }) => id === 'one');
    const second = await answerThat(({ at }) => at !== first.at);
    assert.deepEqual([first.state, second.state], ['working', 'working']);
    stopping = stopBackups(app);
  } finally {
    await busy.rollback().execute();
  }
  await stopping;
  const last = await answerThat(({ state }) => state !== 'working');
  assert.deepEqual([last.state, last.detail], ['failed', 'The server was stopped before the backup was complete.']);
});
