import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PeopleChange, PeopleChangeInput, PeopleScope } from '@sandpiper/contract/people-changes';
import { continueJobs, jobsToEnd, stopJobs } from '../../platform/background-jobs.ts';
import { buildList, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { forgetOldChanges } from './change-sweep.service.ts';
import { changeJob } from './change-work.service.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

const begin = async (user: TestUser, scope: PeopleScope, wanted: PeopleChangeInput, on: TestServer = server) =>
  (await on.call(user, 'POST /api/people-changes', { body: { scope, change: wanted } })).change;
const get = async (user: TestUser, { id }: PeopleChange) =>
  (await server.call(user, 'GET /api/people-changes/:id', { params: { id } })).change;
const undo = async (user: TestUser, { id }: PeopleChange) =>
  (await server.call(user, 'POST /api/people-changes/:id/undo', { params: { id } })).change;

async function statusesOn(user: TestUser, id: number): Promise<Record<string, string>> {
  const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', { params: { id } });
  return Object.fromEntries(recipients.toReversed().map(({ recipient, status }) => [recipient, status]));
}

async function listOf(names: string[], user?: TestUser) {
  const owner = user ?? (await buildUser(app));
  const { id, recipients } = await buildList(app, owner, { recipients: names });
  const set = (name: string, status: 'pending' | 'sent' | 'failed' | 'not_found') =>
    server.call(owner, 'PUT /api/recipients/:id/status', {
      params: { id: recipients.find(({ recipient }) => recipient === name)?.id ?? 0 },
      body: { status },
    });
  return { user: owner, listId: id, all: { list_id: id, filter: {} }, set };
}

const many = (number: number) => Array.from({ length: number }, (_, index) => `person${index}`);
const tagged = async (user: TestUser) =>
  (await app.db.selectFrom('person_tags').select('person_id').where('user_id', '=', user.id).execute()).length;

describe('undoing a change to many people', () => {
  it('restores tags that have not changed since', async () => {
    const { user, all } = await listOf(['ana', 'ben']);
    const first = await begin(user, { usernames: ['ana'] }, { type: 'tag', tag: 'VIP' });
    const both = await begin(user, all, { type: 'tag', tag: 'VIP' });
    const undone = await undo(user, both);
    assert.deepEqual([undone.status, undone.undo.put_back, undone.undo.is_possible], ['undone', 1, false]);
    assert.equal(await tagged(user), 1);
    const untagged = await begin(user, all, { type: 'untag', tag: 'VIP' });
    assert.equal((await undo(user, untagged)).undo.put_back, 1);
    assert.equal(await tagged(user), 1);
    await app.db.deleteFrom('person_tags').where('user_id', '=', user.id).execute();
    assert.deepEqual((await undo(user, first)).undo.left_out, [{ reason: 'changed_since', count: 1 }]);
  });

  it('restores statuses that have not changed since', async () => {
    const { user, listId, all, set } = await listOf(['ana', 'ben', 'cleo', 'dan']);
    await set('ana', 'failed');
    await set('ben', 'not_found');
    const sent = await begin(user, all, { type: 'set_status', status: 'sent' });
    await set('ben', 'failed');
    await begin(user, { usernames: ['dan'] }, { type: 'remove_from_list' });
    const { undo: result } = await undo(user, sent);
    assert.deepEqual(result.left_out, [
      { reason: 'changed_since', count: 1 },
      { reason: 'gone', count: 1 },
    ]);
    assert.equal(result.put_back, 2);
    assert.deepEqual(await statusesOn(user, listId), { ana: 'failed', ben: 'failed', cleo: 'pending' });
  });

  it('puts removed people back on every list with their status and values, unless they have been added again', async () => {
    const { user, listId, set } = await listOf(['ana', 'ben']);
    const other = await listOf(['ana', 'ben'], user);
    const gone = await listOf(['ana'], user);
    await set('ana', 'sent');
    const at = '2026-03-01T10:00:00.000Z';
    await app.db
      .updateTable('recipients')
      .set({ variables: JSON.stringify({ city: 'Rome' }), import_id: 7, created_at: at })
      .where('list_id', '=', listId)
      .execute();
    const removed = await begin(user, { usernames: ['ana', 'ben'] }, { type: 'remove_from_list' });
    assert.deepEqual(await statusesOn(user, listId), {});
    await server.call(user, 'DELETE /api/lists/:id', { params: { id: gone.listId } });
    await server.call(user, 'POST /api/recipients', { body: { recipient: 'ben', list_id: listId } });
    const { undo: result } = await undo(user, removed);
    assert.deepEqual([result.put_back, result.left_out], [2, []]);
    assert.deepEqual(await statusesOn(user, listId), { ben: 'pending', ana: 'sent' });
    assert.deepEqual(await statusesOn(user, other.listId), { ana: 'pending', ben: 'pending' });
    const ana = await app.db
      .selectFrom('recipients')
      .select(['variables', 'import_id', 'created_at'])
      .where('list_id', '=', listId)
      .where('recipient', '=', 'ana')
      .executeTakeFirst();
    assert.deepEqual(ana, { variables: { city: 'Rome' }, import_id: 7, created_at: at });
  });

  it('removes added people from the list, except those that a campaign has reached', async () => {
    const { user, campaign, commitOne } = await scene({ recipients: ['ana', 'ben', 'cleo', 'dan'] });
    const source = await listOf(['ana', 'ben', 'cleo', 'dan', 'emil'], user);
    const { listId } = await listOf([], user);
    const added = await begin(user, source.all, { type: 'add_to_list', list_id: listId });
    assert.equal(added.changed, 5);
    const atSending = await commitOne();
    const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', { params: { id: listId } });
    const emil = { params: { id: recipients[0]?.id ?? 0 }, body: { status: 'sent' } } as const;
    await server.call(user, 'PUT /api/recipients/:id/status', emil);
    const { undo: result } = await undo(user, added);
    assert.deepEqual([result.put_back, result.left_out], [3, [{ reason: 'changed_since', count: 2 }]]);
    assert.deepEqual(Object.keys(await statusesOn(user, listId)), [atSending.recipient, 'emil']);
    assert.equal(Object.keys(await statusesOn(user, campaign.listId)).length, 4);
  });

  it('removes only the marks that the change added, and records why they were removed', async () => {
    const { user, all } = await listOf(['ana', 'ben', 'cleo']);
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['ana'], reason: 'Said no' } });
    const marked = await begin(user, all, { type: 'do_not_contact', reason: 'Old list' });
    assert.deepEqual([marked.changed, marked.left_out], [2, [{ reason: 'already_so', count: 1 }]]);
    await server.call(user, 'PUT /api/do-not-contact/:username', {
      params: { username: 'cleo' },
      body: { reason: 'Really said no' },
    });
    const { undo: result } = await undo(user, marked);
    assert.deepEqual([result.put_back, result.left_out], [1, [{ reason: 'changed_since', count: 1 }]]);
    const { people } = await server.call(user, 'GET /api/do-not-contact');
    assert.deepEqual(people.map(({ username }) => username).toSorted(), ['ana', 'cleo']);
    const { removals } = await server.call(user, 'GET /api/do-not-contact/removals');
    assert.deepEqual(
      removals.map(({ username, reason, marked_reason }) => [username, reason, marked_reason]),
      [['ben', 'The change that added this person was undone.', 'Old list']],
    );
  });

  it('is refused the second time, after a day, and if there is nothing to undo', async () => {
    const { user, all } = await listOf(['ana']);
    const first = await begin(user, all, { type: 'tag', tag: 'VIP' });
    const second = await begin(user, all, { type: 'tag', tag: 'VIP' });
    const refused = ({ id }: PeopleChange) =>
      server.refuse(user, 'POST /api/people-changes/:id/undo', { params: { id } });
    assert.equal((await refused(second)).error, 'This change has nothing to undo.');
    const yesterday = new Date(Date.now() - 86_400_000 - 1000);
    await app.db.updateTable('people_changes').set({ finished_at: yesterday }).where('id', '=', first.id).execute();
    assert.equal((await refused(first)).error, 'A change can only be undone within 24 hours.');
    assert.equal((await get(user, first)).undo.is_possible, false);
    await forgetOldChanges(app);
    const items = await app.db.selectFrom('people_change_items').select('id').where('user_id', '=', user.id).execute();
    assert.deepEqual(items, []);
    assert.equal((await get(user, first)).scope.filter, null);
    const third = await begin(user, all, { type: 'untag', tag: 'VIP' });
    await undo(user, third);
    assert.equal((await refused(third)).code, 'invalid_state');
    await app.db
      .updateTable('people_changes')
      .set({ finished_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('user_id', '=', user.id)
      .execute();
    await forgetOldChanges(app);
    assert.deepEqual((await server.call(user, 'GET /api/people-changes')).changes, []);
  });

  it('skips people who were forgotten', async () => {
    const { user, listId, all } = await listOf(['ana', 'ben']);
    const removed = await begin(user, all, { type: 'remove_from_list' });
    await app.db.deleteFrom('people').where('user_id', '=', user.id).where('username', '=', 'ana').execute();
    const { undo: result } = await undo(user, removed);
    assert.deepEqual([result.put_back, result.left_out], [1, [{ reason: 'gone', count: 1 }]]);
    assert.deepEqual(await statusesOn(user, listId), { ben: 'pending' });
  });
});

describe('a long change to many people', () => {
  it('is continued after a server stops, and processes everybody once', async () => {
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

  it('lets no campaign start with the list until everyone is pending or back on it', async () => {
    const { user, listId, all } = await listOf(many(1200));
    const begun = await begin(user, all, { type: 'set_status', status: 'sent' });
    await jobsToEnd(app);
    await server.call(user, 'POST /api/recipients', { body: { recipient: 'later', list_id: listId } });
    const params = { id: (await buildCampaign(app, user, { listId })).id };
    /** Stops the work after its first pieces, tries to start the campaign, and then finishes the work. */
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
    assert.equal(await tagged(user), canceled.changed);
    const refusal = await server.refuse(user, 'DELETE /api/people-changes/:id', { params: { id: begun.id } });
    assert.equal(refusal.code, 'invalid_state');
    await undo(user, canceled);
    await jobsToEnd(app);
    assert.equal((await get(user, begun)).status, 'undone');
    assert.equal(await tagged(user), 0);
  });

  it('ends when its row is deleted, for example along with its user', async () => {
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

describe('a change to people that a campaign is messaging', () => {
  it('withdraws the removed people, even one who is already claimed, and ends the campaign when nobody is left', async () => {
    const { user, campaign, claimOne, commit, view } = await scene({ recipients: ['ana', 'ben', 'cleo'] });
    const claimed = await claimOne();
    const all = { list_id: campaign.listId, filter: {} };
    const removed = await begin(user, all, { type: 'remove_from_list' });
    assert.deepEqual([removed.changed, removed.withdrawn], [3, 3]);
    assert.equal((await commit(claimed)).may_send, false);
    const after = await view();
    assert.deepEqual([after.total_list, after.status], [0, 'completed']);
    assert.equal((await undo(user, removed)).undo.put_back, 3);
    assert.equal((await view()).total_list, 0);
  });

  it('leaves those who got a message in the meantime as “sent” when it is undone', async () => {
    for (const wanted of [{ type: 'remove_from_list' }, { type: 'set_status', status: 'sent' }] as const) {
      const { user, campaign, commitOne, report } = await scene({ recipients: ['ana', 'ben'] });
      const leaving = await commitOne();
      const changed = await begin(user, { list_id: campaign.listId, filter: {} }, wanted);
      assert.equal(changed.changed, 2);
      await report(leaving, 'sent');
      await undo(user, changed);
      assert.deepEqual(await statusesOn(user, campaign.listId), { ana: 'sent', ben: 'pending' }, wanted.type);
    }
  });

  it('sets those who had just got a message back to “sent” when it is undone', async () => {
    const { user, campaign, sendOne } = await scene({ recipients: ['ana', 'ben'] });
    await sendOne();
    await undo(
      user,
      await begin(user, { list_id: campaign.listId, filter: {} }, { type: 'set_status', status: 'pending' }),
    );
    assert.deepEqual(await statusesOn(user, campaign.listId), { ana: 'sent', ben: 'pending' });
  });

  it('lists who may be getting a message right now, and keeps the others from getting one', async () => {
    const { user, campaign, commitOne, claim } = await scene({ recipients: ['ana', 'ben', 'cleo'] });
    const leaving = await commitOne();
    const marked = await begin(user, { list_id: campaign.listId, filter: {} }, { type: 'do_not_contact' });
    assert.deepEqual([marked.changed, marked.in_flight], [3, [leaving.recipient]]);
    assert.equal((await claim()).delivery, null);
  });
});
