import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { buildUser } from '../testing/builders.ts';
import { startBeside, testServer } from '../testing/test-server.ts';
import { continueJobs, handleJobs, jobsToEnd, startJob, stopJobs } from './background-jobs.ts';
import { change } from './change.ts';
import { releaseJob, takeJob } from './database/background-jobs.store.ts';

const server = await testServer();
const { app } = server;
const progressSchema = z.object({ done: z.int() });
const sumOf = (pieces: readonly number[]) => pieces.reduce((sum, piece) => sum + piece, 0);

describe('background jobs', () => {
  it('process every piece once, in order', async () => {
    const user = await buildUser(app);
    const pieces: number[] = [];
    handleJobs(app, 'counting', (_, { progress }) => {
      const { done } = progressSchema.parse(progress);
      pieces.push(done);
      return Promise.resolve(done === 4 ? 'done' : { progress: { done: done + 1 } });
    });
    const job = { userId: user.id, kind: 'counting', subjectId: 1 };
    await change(app, (change) => startJob(change, job, { done: 0 }));
    await continueJobs(app);
    await jobsToEnd(app);
    assert.deepEqual(pieces, [0, 1, 2, 3, 4]);
    await continueJobs(app);
    await jobsToEnd(app);
    assert.equal(sumOf(pieces), 10);
  });

  it('can only be released by the process that has taken them', async () => {
    const user = await buildUser(app);
    const job = { userId: user.id, kind: 'unhandled', subjectId: 1 };
    await change(app, (change) => startJob(change, job, { done: 0 }));
    await jobsToEnd(app);
    const [runner, other] = [randomUUID(), randomUUID()];
    const key = await takeJob(app.db, runner, job);
    assert.ok(key);
    await releaseJob(app.db, other, key);
    assert.equal(await takeJob(app.db, other, job), undefined);
    await releaseJob(app.db, runner, key);
    assert.ok(await takeJob(app.db, other, job));
    await app.db.deleteFrom('background_jobs').where('user_id', '=', user.id).execute();
  });

  it('keep the completed pieces if a later piece fails, roll back the failed piece, and wait before a retry', async () => {
    const user = await buildUser(app);
    let tries = 0;
    handleJobs(app, 'failing', async ({ transaction }) => {
      tries += 1;
      await transaction
        .insertInto('lists')
        .values({ user_id: user.id, name: `List ${tries}` })
        .execute();
      if (tries === 2) throw new Error('the disk is full');
      return { progress: { done: tries } };
    });
    await change(app, (change) => startJob(change, { userId: user.id, kind: 'failing', subjectId: 1 }, { done: 0 }));
    await jobsToEnd(app);
    await continueJobs(app);
    await jobsToEnd(app);
    assert.equal(tries, 2);
    const lists = await app.db.selectFrom('lists').select('name').where('user_id', '=', user.id).execute();
    assert.deepEqual(lists, [{ name: 'List 1' }]);
    const job = await app.db
      .selectFrom('background_jobs')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    assert.deepEqual(job?.progress, { done: 1 });
    await app.db.deleteFrom('background_jobs').where('user_id', '=', user.id).execute();
  });

  it('are continued by another process if the process that runs them stops', async () => {
    const user = await buildUser(app);
    const first = await startBeside(server);
    const pieces: string[] = [];
    const handlerOf =
      (name: string, onPiece: (done: number) => void) =>
      (_: unknown, { progress }: { progress: unknown }) => {
        const { done } = progressSchema.parse(progress);
        pieces.push(`${name} ${done}`);
        onPiece(done);
        return Promise.resolve(done === 3 ? ('done' as const) : { progress: { done: done + 1 } });
      };
    const closed = Promise.withResolvers<void>();
    handleJobs(
      first.app,
      'moving',
      handlerOf('first', (done) => {
        if (done === 1) closed.resolve(stopJobs(first.app));
      }),
    );
    handleJobs(
      app,
      'moving',
      handlerOf('second', () => undefined),
    );
    const job = { userId: user.id, kind: 'moving', subjectId: 1 };
    await change(first.app, (change) => startJob(change, job, { done: 0 }));
    await closed.promise;
    await continueJobs(app);
    await jobsToEnd(app);
    assert.deepEqual(pieces, ['first 0', 'first 1', 'second 2', 'second 3']);
  });

  it('do not start if the transaction that creates them is rolled back', async () => {
    const user = await buildUser(app);
    let tries = 0;
    handleJobs(app, 'rolled back', () => {
      tries += 1;
      return Promise.resolve('done');
    });
    const start = change(app, async (change) => {
      await startJob(change, { userId: user.id, kind: 'rolled back', subjectId: 1 }, {});
      throw new Error('the call failed');
    });
    await assert.rejects(start, /the call failed/);
    await continueJobs(app);
    await jobsToEnd(app);
    assert.equal(tries, 0);
  });
});
