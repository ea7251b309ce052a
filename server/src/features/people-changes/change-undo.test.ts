import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PeopleChange } from '@sandpiper/contract/people-changes';
import { peopleChangesOn } from '../../testing/people-changes-scene.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { forgetOldChanges } from './change-sweep.service.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);
const { begin, get, undo, statusesOn, countTags, listOf } = peopleChangesOn(server);

describe('undoing a change to many people', () => {
  it('restores tags that have not changed since', async () => {
    const { user, all } = await listOf(['ana', 'ben']);
    const first = await begin(user, { usernames: ['ana'] }, { type: 'tag', tag: 'VIP' });
    const both = await begin(user, all, { type: 'tag', tag: 'VIP' });
    const undone = await undo(user, both);
    assert.deepEqual([undone.status, undone.undo.put_back, undone.undo.is_possible], ['undone', 1, false]);
    assert.equal(await countTags(user), 1);
    const untagged = await begin(user, all, { type: 'untag', tag: 'VIP' });
    assert.equal((await undo(user, untagged)).undo.put_back, 1);
    assert.equal(await countTags(user), 1);
    await app.db.deleteFrom('person_tags').where('user_id', '=', user.id).execute();
    assert.deepEqual((await undo(user, first)).undo.left_out, [{ reason: 'changed_since', count: 1 }]);
  });

  it('is refused without a subscription, unless the change marked people as do not contact', async () => {
    const { user, all } = await listOf(['ana', 'ben']);
    const tagged = await begin(user, all, { type: 'tag', tag: 'VIP' });
    const marked = await begin(user, all, { type: 'do_not_contact', reason: 'By mistake' });
    await app.db.updateTable('users').set({ subscription_end_date: '2020-01-01' }).where('id', '=', user.id).execute();
    const { code } = await server.refuse(user, 'POST /api/people-changes/:id/undo', { params: { id: tagged.id } });
    assert.equal(code, 'subscription_required');
    assert.deepEqual([await countTags(user), (await get(user, tagged)).status], [2, 'done']);
    assert.equal((await undo(user, marked)).undo.put_back, 2);
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
      .updateTable('lists')
      .set({ variables: ['city'] })
      .where('id', '=', listId)
      .execute();
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

  it('does not restore values of variables that were renamed or removed in the meantime', async () => {
    const { user, listId, idOf } = await listOf(['ana']);
    const setVariables = (variables: { name: string; rename_from?: string }[]) =>
      server.call(user, 'PUT /api/lists/:id/variables', { params: { id: listId }, body: { variables } });
    await setVariables([{ name: 'city' }, { name: 'shop' }]);
    const body = { variables: { city: 'Rome', shop: 'Dune' } };
    await server.call(user, 'PUT /api/recipients/:id/variables', { params: { id: idOf('ana') }, body });
    const removed = await begin(user, { usernames: ['ana'] }, { type: 'remove_from_list' });
    await setVariables([{ name: 'town', rename_from: 'city' }, { name: 'shop' }]);
    await undo(user, removed);
    const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', { params: { id: listId } });
    assert.deepEqual(
      recipients.map(({ variables }) => variables),
      [{ shop: 'Dune' }],
    );
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

  it('keeps the marks of people who were marked again since, one by one or by another change', async () => {
    const { user, all } = await listOf(['ana', 'ben', 'cleo']);
    const tooMany = await begin(user, all, { type: 'do_not_contact' });
    const again = await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['Ana'] } });
    assert.equal(again.added, 0);
    const optedOut = await begin(user, { usernames: ['ben'] }, { type: 'do_not_contact' });
    assert.deepEqual(optedOut.left_out, [{ reason: 'already_so', count: 1 }]);
    const { undo: result } = await undo(user, tooMany);
    assert.deepEqual([result.put_back, result.left_out], [1, [{ reason: 'changed_since', count: 2 }]]);
    const { people } = await server.call(user, 'GET /api/do-not-contact');
    assert.deepEqual(people.map(({ username }) => username).toSorted(), ['ana', 'ben']);
  });

  it('is still possible on a server of an earlier version, which finds the marks by their time', async () => {
    const { user, all } = await listOf(['ana', 'ben']);
    await begin(user, all, { type: 'do_not_contact' });
    const timesIn = async (rows: Promise<{ at: string | null }[]>) => (await rows).map(({ at }) => at);
    const marks = app.db.selectFrom('do_not_contact').select('created_at as at').where('user_id', '=', user.id);
    const items = app.db.selectFrom('people_change_items').select('marked_at as at').where('user_id', '=', user.id);
    const times = await timesIn(marks.execute());
    assert.equal(times.length, 2);
    assert.deepEqual(await timesIn(items.execute()), times);
  });

  it('is refused if the change was already undone or is a day old, or if there is nothing to undo', async () => {
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
    assert.equal((await refused(first)).error, 'A change can only be undone within 24 hours.');
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
