import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { answerOrder, orderBackup, removeOldAnswers, takeOrder } from './backup-order.ts';
import { OperatorError } from '../../operator-error.ts';

const folder = await mkdtemp(join(tmpdir(), 'sandpiper-backup-order-'));
after(() => rm(folder, { recursive: true, force: true }));

async function takeNext(dataDir: string): Promise<string> {
  for (;;) {
    const id = await takeOrder(dataDir);
    if (id !== null) return id;
    await setTimeout(10);
  }
}

describe('a backup that was requested on the command line', () => {
  it('is made once and copied to the named file, no matter how long it takes', async () => {
    const dataDir = await mkdtemp(join(folder, 'ordered-'));
    const wanted = join(dataDir, 'wanted');
    const ordered = orderBackup(dataDir, wanted, 2000);
    const id = await takeNext(dataDir);
    assert.equal(await takeOrder(dataDir), null);
    for (let waited = 0; waited < 3000; waited += 200) {
      await answerOrder(dataDir, id, { state: 'working', detail: '' });
      await setTimeout(200);
    }
    const made = join(dataDir, 'made');
    await writeFile(made, 'content');
    await answerOrder(dataDir, id, { state: 'done', detail: made });
    await ordered;
    assert.equal(await readFile(wanted, 'utf8'), 'content');
  });

  it('fails with the reason that the server gives', async () => {
    const dataDir = await mkdtemp(join(folder, 'failed-'));
    const ordered = orderBackup(dataDir, join(dataDir, 'wanted'));
    const failed = assert.rejects(ordered, new OperatorError('The disk is full'));
    await answerOrder(dataDir, await takeNext(dataDir), { state: 'failed', detail: 'The disk is full' });
    await failed;
  });

  it('fails if the server crashes during the backup', async () => {
    const dataDir = await mkdtemp(join(folder, 'crashed-'));
    const failed = assert.rejects(
      orderBackup(dataDir, join(dataDir, 'wanted'), 1000),
      /stopped responding during the backup/,
    );
    await answerOrder(dataDir, await takeNext(dataDir), { state: 'working', detail: '' });
    await failed;
  });

  it('is made for each command, even if several commands are run at the same time', async () => {
    const dataDir = await mkdtemp(join(folder, 'several-'));
    const made = join(dataDir, 'made');
    await writeFile(made, 'content');
    const wanted = ['one', 'two', 'three'].map((name) => join(dataDir, name));
    const ordered = wanted.map((file) => orderBackup(dataDir, file));
    const ids = [await takeNext(dataDir), await takeNext(dataDir), await takeNext(dataDir)];
    assert.equal(new Set(ids).size, 3);
    await Promise.all(ids.map((id) => answerOrder(dataDir, id, { state: 'done', detail: made })));
    await Promise.all(ordered);
    for (const file of wanted) assert.equal(await readFile(file, 'utf8'), 'content');
  });

  it('leaves no file behind if its answer cannot be written, or was never read', async () => {
    const dataDir = await mkdtemp(join(folder, 'unanswered-'));
    await mkdir(join(dataDir, 'backup-answer-1'));
    await assert.rejects(answerOrder(dataDir, '1', { state: 'working', detail: '' }), /rename/);
    assert.deepEqual(await readdir(dataDir), ['backup-answer-1']);
    await answerOrder(dataDir, '2', { state: 'done', detail: '' });
    await writeFile(join(dataDir, 'backup-answer-3.unfinished'), '');
    await rm(join(dataDir, 'backup-answer-1'), { recursive: true });
    await removeOldAnswers(dataDir);
    assert.deepEqual(await readdir(dataDir), []);
  });

  it('fails and is withdrawn if no server takes it', async () => {
    const dataDir = await mkdtemp(join(folder, 'ignored-'));
    await assert.rejects(orderBackup(dataDir, join(dataDir, 'wanted'), 100), /didn't answer within a minute/);
    assert.equal(await takeOrder(dataDir), null);
  });
});
