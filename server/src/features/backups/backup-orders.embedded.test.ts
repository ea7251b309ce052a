import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { databaseFolder } from '../../platform/database/embedded.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { beginDueBackup, stopBackups } from './backups.service.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sandpiper-backup-orders-'));
after(() => rm(dataDir, { recursive: true, force: true }));

type Answer = { at?: string; state?: string; detail?: string };

async function answerTo(id: string, isWanted: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer: Answer = JSON.parse(await readFile(join(dataDir, `backup-answer-${id}`), 'utf8').catch(() => '{}'));
    if (isWanted(answer)) return answer;
    await setTimeout(50);
  }
}

const isWorking = ({ state }: Answer) => state === 'working';
const isFinal = ({ state }: Answer) => state === 'done' || state === 'failed';

/** The database is in memory and its folder is empty, so a backup begins but then fails. */
async function startBusyServer() {
  await mkdir(databaseFolder(dataDir), { recursive: true });
  const backupDir = await mkdtemp(join(dataDir, 'backups-'));
  const { app } = await startTestServer({ databaseUrl: null, backupDir, backupEveryHours: 0, dataDir });
  // The transaction holds the only connection to the embedded database, so no backup can continue.
  const busy = await app.db.startTransaction().execute();
  const order = async () => {
    const id = randomUUID();
    await writeFile(join(dataDir, `backup-order-${id}`), '');
    await beginDueBackup(app);
    return id;
  };
  return { app, backupDir, busy, order };
}

describe('a backup that a command has requested', { timeout: 60_000 }, () => {
  it('is reported to the command again and again while it is in progress, and as failed if the server is stopped', async () => {
    const { app, busy, order } = await startBusyServer();
    let stopping = Promise.resolve();
    let id = '';
    try {
      id = await order();
      const first = await answerTo(id, isWorking);
      await answerTo(id, ({ state, at }) => state === 'working' && at !== first.at);
      stopping = stopBackups(app);
    } finally {
      await busy.rollback().execute();
    }
    await stopping;
    const { state, detail } = await answerTo(id, isFinal);
    assert.deepEqual([state, detail], ['failed', 'The server was stopped before the backup was complete.']);
  });

  it('is made after a backup that is already in progress, and meanwhile the command is told that the server is working', async () => {
    const { backupDir, busy, order } = await startBusyServer();
    let ids: string[] = [];
    try {
      ids = [await order(), await order()];
      for (const id of ids) await answerTo(id, isWorking);
      // The first backup has already opened its folder, so only a backup that begins later fails because of this file.
      await rm(backupDir, { recursive: true });
      await writeFile(backupDir, '');
    } finally {
      await busy.rollback().execute();
    }
    const [first, second] = await Promise.all(ids.map((id) => answerTo(id, isFinal)));
    assert.match(first?.detail ?? '', /scandir/);
    assert.match(second?.detail ?? '', /mkdir/);
  });
});
