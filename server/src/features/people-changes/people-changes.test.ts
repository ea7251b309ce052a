import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tagsOfUserMax, tagsOfPersonMax } from '@sandpiper/contract/limits';
import type { PeopleChangeInput, PeopleScope } from '@sandpiper/contract/people-changes';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildList, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { continueJobs, jobsToEnd, stopJobs } from '../../platform/background-jobs.ts';
import { peopleChangesOn } from '../../testing/people-changes-scene.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

const { begin, statusesOn, listOf } = peopleChangesOn(server);
const count = async (user: TestUser, scope: PeopleScope) =>
  (await server.call(user, 'POST /api/people-changes/count', { body: { scope } })).count;

async function taggedWith(user: TestUser, tag: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('person_tags')
    .innerJoin('tags', 'tags.id', 'person_tags.tag_id')
    .innerJoin('people', 'people.id', 'person_tags.person_id')
    .select('people.username')
    .where('tags.user_id', '=', user.id)
    .where('tags.name', '=', tag)
    .orderBy('people.username')
    .execute();
  return rows.map(({ username }) => username);
}

describe('a change to many people', () => {
  it('tags the matching people on a list, and counts those who already had the tag', async () => {
    const { user, listId, name } = await listOf(['ana', 'anton', 'ben']);
    await begin(user, { usernames: ['ana'] }, { type: 'tag', tag: 'VIP' });
    const scope = { list_id: listId, filter: { search: 'an' } };
    assert.equal(await count(user, scope), 2);
    const { id, created_at, finished_at, undo, ...change } = await begin(user, scope, { type: 'tag', tag: ' vip ' });
    assert.deepEqual(change, {
      change: { type: 'tag', tag: 'VIP', list: null, status: null, reason: null },
      scope: { kind: 'list', list: { id: listId, name }, filter: { search: 'an' } },
      status: 'done',
      total: 2,
      done: 2,
      changed: 1,
      left_out: [{ reason: 'already_so', count: 1 }],
      in_flight: [],
      withdrawn: 0,
    });
    assert.ok(finished_at !== null && finished_at >= created_at);
    assert.deepEqual({ ...undo, until: null }, { is_possible: true, until: null, put_back: 0, left_out: [] });
    assert.deepEqual(await taggedWith(user, 'VIP'), ['ana', 'anton']);
    assert.deepEqual((await server.call(user, 'GET /api/people-changes/:id', { params: { id } })).change.id, id);
  });

  it('removes a tag, even if the people are filtered by that tag', async () => {
    const names = Array.from({ length: 600 }, (_, index) => `person${index}`);
    const { user, listId } = await listOf(names);
    await begin(user, { list_id: listId, filter: {} }, { type: 'tag', tag: 'old' });
    await jobsToEnd(app);
    assert.equal((await taggedWith(user, 'old')).length, 600);
    const tag = await app.db.selectFrom('tags').select('id').where('user_id', '=', user.id).executeTakeFirstOrThrow();
    const begun = await begin(user, { people: { tag_id: tag.id } }, { type: 'untag', tag: 'OLD' });
    assert.equal(begun.status, 'running');
    await jobsToEnd(app);
    const { change } = await server.call(user, 'GET /api/people-changes/:id', { params: { id: begun.id } });
    assert.deepEqual([change.total, change.done, change.changed, change.left_out], [600, 600, 600, []]);
    assert.deepEqual(await taggedWith(user, 'old'), []);
  });

  it('adds chosen people to a list with their values, once each, and skips those who no longer exist', async () => {
    const { user, listId, idOf } = await listOf(['ana', 'ben', 'cleo']);
    await app.db
      .updateTable('lists')
      .set({ variables: ['city', 'shop'] })
      .where('id', '=', listId)
      .execute();
    await app.db
      .updateTable('recipients')
      .set({ variables: JSON.stringify({ city: 'Rome' }) })
      .where('id', 'in', ['ben'].map(idOf))
      .execute();
    const target = await listOf(['ana'], user);
    const scope = { list_id: listId, recipient_ids: [...['ana', 'ben'].map(idOf), 999_999_999] };
    const change = await begin(user, scope, { type: 'add_to_list', list_id: target.listId });
    assert.deepEqual([change.total, change.changed], [3, 1]);
    assert.deepEqual(change.left_out, [
      { reason: 'already_so', count: 1 },
      { reason: 'gone', count: 1 },
    ]);
    assert.deepEqual(change.change.list, { id: target.listId, name: target.name });
    assert.deepEqual(await statusesOn(user, target.listId), { ana: 'pending', ben: 'pending' });
    const list = await app.db
      .selectFrom('lists')
      .select('variables')
      .where('id', '=', target.listId)
      .executeTakeFirstOrThrow();
    assert.deepEqual(list.variables, ['city', 'shop']);
    const ben = await app.db
      .selectFrom('recipients')
      .select('variables')
      .where('list_id', '=', target.listId)
      .where('recipient', '=', 'ben')
      .executeTakeFirstOrThrow();
    assert.deepEqual(ben.variables, { city: 'Rome' });
  });

  it('prevents campaigns that use the list from starting, and both lists’ variables from being changed, until everyone is added', async () => {
    const { user, listId } = await listOf(Array.from({ length: 1200 }, (_, index) => `person${index}`));
    const target = await listOf(['ana'], user);
    const both = [listId, target.listId];
    await app.db
      .updateTable('lists')
      .set({ variables: ['city'] })
      .where('id', 'in', both)
      .execute();
    const campaign = await buildCampaign(app, user, { listId: target.listId });
    const beside = await startBeside(server);
    const body = {
      scope: { list_id: listId, filter: {} },
      change: { type: 'add_to_list', list_id: target.listId },
    } as const;
    await beside.call(user, 'POST /api/people-changes', { body });
    await stopJobs(beside.app);
    const start = { params: { id: campaign.id } };
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', start);
    assert.equal(refusal.error, `The list "${target.name}" is still being filled. Try again later.`);
    const renaming = { variables: [{ name: 'town', rename_from: 'city' }] };
    for (const id of both) {
      const refused = await server.refuse(user, 'PUT /api/lists/:id/variables', { params: { id }, body: renaming });
      assert.match(refused.error, /^People are still being copied to or from this list/);
    }
    await continueJobs(app);
    await jobsToEnd(app);
    await server.call(user, 'POST /api/campaigns/:id/start', start);
  });

  it('sets a status on one list, or on every list that the people are on', async () => {
    const { user, listId } = await listOf(['ana', 'ben', 'cleo']);
    const other = await listOf(['ana', 'dan'], user);
    const byList = await begin(user, { list_id: listId, filter: {} }, { type: 'set_status', status: 'sent' });
    assert.equal(byList.changed, 3);
    assert.deepEqual(await statusesOn(user, listId), { ana: 'sent', ben: 'sent', cleo: 'sent' });
    assert.deepEqual(await statusesOn(user, other.listId), { ana: 'pending', dan: 'pending' });
    const usernames = ['@Ana', 'https://www.instagram.com/dan/', 'nobody'];
    const everywhere = await begin(user, { usernames }, { type: 'set_status', status: 'failed' });
    assert.deepEqual([everywhere.changed, everywhere.total, everywhere.change.list], [2, 3, null]);
    assert.deepEqual(everywhere.left_out, [{ reason: 'gone', count: 1 }]);
    assert.deepEqual(await statusesOn(user, listId), { ana: 'failed', ben: 'sent', cleo: 'sent' });
    const onOther = { type: 'set_status', status: 'sent', list_id: other.listId } as const;
    const onOne = await begin(user, { usernames: ['ana', 'ben'] }, onOther);
    assert.deepEqual([onOne.changed, onOne.left_out], [1, [{ reason: 'not_on_list', count: 1 }]]);
    assert.deepEqual(await statusesOn(user, other.listId), { ana: 'sent', dan: 'failed' });
    const failed = { list_id: listId, filter: { status: 'failed' } } as const;
    assert.equal((await begin(user, failed, { type: 'set_status', status: 'pending' })).changed, 1);
    assert.deepEqual(await statusesOn(user, listId), { ana: 'pending', ben: 'sent', cleo: 'sent' });
  });

  it('removes the matching people from one list or from all lists', async () => {
    const { user, listId } = await listOf(['ana', 'ben', 'cleo']);
    const other = await listOf(['ana', 'cleo'], user);
    await begin(user, { list_id: listId, filter: { search: 'ben' } }, { type: 'remove_from_list' });
    assert.deepEqual(Object.keys(await statusesOn(user, listId)), ['ana', 'cleo']);
    const change = await begin(user, { people: { search: 'an' } }, { type: 'remove_from_list' });
    assert.deepEqual([change.changed, change.total], [1, 1]);
    assert.deepEqual(Object.keys(await statusesOn(user, listId)), ['cleo']);
    assert.deepEqual(Object.keys(await statusesOn(user, other.listId)), ['cleo']);
    const again = await begin(user, { people: { search: 'an' } }, { type: 'remove_from_list' });
    assert.deepEqual(again.left_out, [{ reason: 'not_on_list', count: 1 }]);
    assert.equal(again.undo.is_possible, false);
  });

  it('marks people as do not contact with a reason, even without a subscription', async () => {
    const user = await buildUser(app, { subscription_end_date: '2020-01-01' });
    const { listId } = await listOf(['ana', 'ben'], user);
    const change = await begin(user, { list_id: listId, filter: {} }, { type: 'do_not_contact', reason: 'Asked us' });
    assert.deepEqual([change.changed, change.change.reason], [2, 'Asked us']);
    const { people } = await server.call(user, 'GET /api/do-not-contact');
    assert.deepEqual(
      people.map(({ username, reason, origin }) => [username, reason, origin]),
      [
        ['ana', 'Asked us', 'bulk_change'],
        ['ben', 'Asked us', 'bulk_change'],
      ],
    );
    const refusal = await server.refuse(user, 'POST /api/people-changes', {
      body: { scope: { usernames: ['ana'] }, change: { type: 'tag', tag: 'VIP' } },
    });
    assert.equal(refusal.code, 'subscription_required');
  });

  it('is refused for a list or tag that does not exist, and for too many tags', async () => {
    const { user, listId } = await listOf(['ana']);
    const other = await listOf(['ana']);
    const refused = (scope: PeopleScope, change: PeopleChangeInput) =>
      server.refuse(user, 'POST /api/people-changes', { body: { scope, change } });
    const onForeign = { list_id: other.listId, filter: {} };
    assert.equal((await refused(onForeign, { type: 'tag', tag: 'VIP' })).code, 'not_found');
    const ofOwn = { list_id: listId, filter: {} };
    assert.equal((await refused(ofOwn, { type: 'untag', tag: 'VIP' })).error, 'Tag not found');
    assert.equal((await refused(ofOwn, { type: 'add_to_list', list_id: other.listId })).error, 'List not found');
    assert.equal((await refused(ofOwn, { type: 'tag', tag: ' ' })).error, 'Enter a tag');
    const tags = Array.from({ length: tagsOfUserMax }, (_, index) => ({ user_id: user.id, name: `tag ${index}` }));
    const made = await app.db.insertInto('tags').values(tags).returning('id').execute();
    assert.equal((await refused(ofOwn, { type: 'tag', tag: 'one more' })).code, 'invalid_state');
    const person = await app.db
      .selectFrom('people')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    const taggings = made
      .slice(0, tagsOfPersonMax)
      .map(({ id }) => ({ user_id: user.id, tag_id: id, person_id: person.id }));
    await app.db.insertInto('person_tags').values(taggings).execute();
    const full = await begin(user, ofOwn, { type: 'tag', tag: `tag ${tagsOfPersonMax}` });
    assert.deepEqual(full.left_out, [{ reason: 'too_many_tags', count: 1 }]);
  });

  it("never affects another user's people", async () => {
    const { user } = await listOf(['ana']);
    const other = await listOf(['ana', 'ben']);
    const scope = { usernames: ['ana', 'ben'] };
    assert.equal(await count(user, scope), 1);
    await begin(user, scope, { type: 'set_status', status: 'sent' });
    await begin(user, { people: {} }, { type: 'do_not_contact' });
    assert.deepEqual(await statusesOn(other.user, other.listId), { ana: 'pending', ben: 'pending' });
    assert.deepEqual((await server.call(other.user, 'GET /api/do-not-contact')).people, []);
  });

  it('is listed with other changes, newest first', async () => {
    const { user } = await listOf(['ana']);
    for (const tag of ['one', 'two', 'three']) await begin(user, { usernames: ['ana'] }, { type: 'tag', tag });
    const { changes, pagination } = await server.call(user, 'GET /api/people-changes', { query: { limit: 2 } });
    assert.deepEqual(
      changes.map(({ change }) => change.tag),
      ['three', 'two'],
    );
    assert.equal(pagination.totalItems, 3);
  });
});

const tagOne = async (owner: TestUser) => {
  await buildList(app, owner, { recipients: ['ana'] });
  const change = await begin(owner, { usernames: ['ana'] }, { type: 'tag', tag: 'VIP' });
  return { params: { id: change.id } };
};
const ownScope = async (owner: TestUser) => ({ list_id: (await buildList(app, owner)).id, filter: {} });
describeAccess(server, [
  {
    key: 'POST /api/people-changes',
    input: async (owner) => ({ body: { scope: await ownScope(owner), change: { type: 'tag', tag: 'VIP' } } }),
    isOwned: true,
  },
  {
    key: 'POST /api/people-changes/count',
    input: async (owner) => ({ body: { scope: await ownScope(owner) } }),
    isOwned: true,
  },
  { key: 'GET /api/people-changes' },
  { key: 'GET /api/people-changes/:id', input: tagOne, isOwned: true },
  { key: 'POST /api/people-changes/:id/undo', input: tagOne, isOwned: true },
  { key: 'DELETE /api/people-changes/:id', input: tagOne, isOwned: true },
]);
