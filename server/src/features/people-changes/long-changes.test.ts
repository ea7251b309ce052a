import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { PeopleChange } from '@sandpiper/contract/people-changes';
import { continueJobs, jobsToEnd, stopJobs } from '../../platform/background-jobs.ts';
import { transact } from '../../platform/database/transact.ts';
import { buildUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { untilWaitedFor } from '../../testing/lock-waits.ts';
import { peopleChangesOn } from '../../testing/people-changes-scene.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { changeJob } from './change-work.service.ts';

const server = await testServer();
const { app } = server;
const { begin, get, undo, countTags, listOf } = peopleChangesOn(server);

const many = (number: number) => Array.from({ length: number }, (_, index) => `person${index}`);

describe('a long change to many people', () => {
  it('continues after a server stops, and processes everyone once', async () => {
    const { user, listId, all } = await listOf(many(1200));
    const first = await startBeside(server);
    const begun = await begin(user, all, { type: 'set_status', status: 'sent' }, first);
    assert.equal(begun.status, 'running');
    await stopJobs(first.app);
    const stopped = await get(user, begun);
    assert.ok(stopped.done > 0 && stopped.done < 1200, `${stopped.done} done`);
    await server.call(user, 'POST /api/recipients', { body: { recipient: 'later', list_id: listId } });
    await continueJobs(app);
    await jobsToEnd(app);
    const ended = await get(user, begun);
    assert.deepEqual([ended.status, ended.done, ended.changed, ended.left_out], ['done', 1200, 1200, []]);
    const { list } = await server.call(user, 'GET /api/lists/:id', { params: { id: listId } });
    assert.deepEqual([list.sent_count, list.pending_count], [1200, 1]);

    const undoing = await server.call(user, 'POST /api/people-changes/:id/undo', { params: { id: begun.id } });
    assert.equal(undoing.change.status, 'undoing');
    await jobsToEnd(app);
    assert.deepEqual([(await get(user, begun)).status, (await get(user, begun)).undo.put_back], ['undone', 1200]);
    const after = await server.call(user, 'GET /api/lists/:id', { params: { id: listId } });
    assert.equal(after.list.pending_count, 1201);
  });

  it('prevents campaigns that use the list from starting while people are being set to pending or put back on the list', async () => {
    const { user, listId, all } = await listOf(many(1200));
    const begun = await begin(user, all, { type: 'set_status', status: 'sent' });
    await jobsToEnd(app);
    await server.call(user, 'POST /api/recipients', { body: { recipient: 'later', list_id: listId } });
    const params = { id: (await buildCampaign(app, user, { listId })).id };
    /** Stops the work after its first batches, tries to start the campaign, and then finishes the work. */
    const refusalDuring = async (work: (beside: TestServer) => Promise<unknown>) => {
      const beside = await startBeside(server);
      await work(beside);
      await stopJobs(beside.app);
      const { error } = await server.refuse(user, 'POST /api/campaigns/:id/start', { params });
      assert.match(error, /still being filled/);
      await continueJobs(app);
      await jobsToEnd(app);
    };
    const undoOn = (beside: TestServer, { id }: PeopleChange) =>
      beside.call(user, 'POST /api/people-changes/:id/undo', { params: { id } });
    await refusalDuring((beside) => undoOn(beside, begun));
    await begin(user, all, { type: 'set_status', status: 'sent' });
    await jobsToEnd(app);
    await refusalDuring((beside) => begin(user, all, { type: 'set_status', status: 'pending' }, beside));
    const removed = await begin(user, { people: {} }, { type: 'remove_from_list' });
    await jobsToEnd(app);
    await server.call(user, 'POST /api/recipients', { body: { recipient: 'later', list_id: listId } });
    await refusalDuring((beside) => undoOn(beside, removed));
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', { params });
    assert.equal(campaign.total_list, 1201);
  });

  it('includes everyone who matched its filter when it began, even if it takes until they no longer match', async () => {
    const { user } = await listOf(many(1200));
    const beside = await startBeside(server);
    const begun = await begin(user, { people: { days: 1 } }, { type: 'do_not_contact' }, beside);
    await stopJobs(beside.app);
    for (const table of ['people', 'people_changes'] as const) {
      const created_at = sql<string>`created_at - make_interval(days => 2)`;
      await app.db.updateTable(table).set({ created_at }).where('user_id', '=', user.id).execute();
    }
    await continueJobs(app);
    await jobsToEnd(app);
    const ended = await get(user, begun);
    assert.deepEqual([ended.status, ended.changed, ended.left_out], ['done', 1200, []]);
  });

  it('can be canceled, and what it has already done can be undone', async () => {
    const { user, all } = await listOf(many(1500));
    const beside = await startBeside(server);
    const begun = await begin(user, all, { type: 'tag', tag: 'VIP' }, beside);
    await stopJobs(beside.app);
    const { change: canceled } = await server.call(user, 'DELETE /api/people-changes/:id', {
      params: { id: begun.id },
    });
    assert.equal(canceled.status, 'canceled');
    assert.ok(canceled.changed > 0 && canceled.changed < 1500, `${canceled.changed} changed`);
    await continueJobs(app);
    await jobsToEnd(app);
    assert.equal(await countTags(user), canceled.changed);
    const refusal = await server.refuse(user, 'DELETE /api/people-changes/:id', { params: { id: begun.id } });
    assert.equal(refusal.code, 'invalid_state');
    await undo(user, canceled);
    await jobsToEnd(app);
    assert.equal((await get(user, begun)).status, 'undone');
    assert.equal(await countTags(user), 0);
  });

  it('ends if its row no longer exists', async () => {
    const user = await buildUser(app);
    await app.db
      .insertInto('background_jobs')
      .values({ user_id: user.id, kind: changeJob, subject_id: 1, progress: JSON.stringify({ after: 0 }) })
      .execute();
    await continueJobs(app);
    await jobsToEnd(app);
    const jobs = await app.db.selectFrom('background_jobs').select('id').where('user_id', '=', user.id).execute();
    assert.deepEqual(jobs, []);
  });
});

// The embedded database runs only one transaction at a time, so this test needs a database server.
if (testDatabaseUrl !== null) {
  describe('a change to someone who is forgotten at the same moment', () => {
    it('continues immediately without this person', async () => {
      const { user, all } = await listOf(['anna', 'ben']);
      let beginning: Promise<PeopleChange> | undefined;
      await transact(app.db, async (transaction) => {
        await transaction.deleteFrom('people').where('user_id', '=', user.id).where('username', '=', 'anna').execute();
        beginning = begin(user, all, { type: 'tag', tag: 'VIP' });
        await untilWaitedFor(transaction);
      });
      const { status, changed, left_out } = (await beginning) ?? assert.fail();
      assert.deepEqual([status, changed, left_out], ['done', 1, [{ reason: 'gone', count: 1 }]]);
    });
  });
}
