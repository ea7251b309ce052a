import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildList } from '../../testing/builders.ts';
import { peopleChangesOn } from '../../testing/people-changes-scene.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const scene = scenesOn(server);
const { begin, undo, statusesOn } = peopleChangesOn(server);

describe('a change to people that a campaign is messaging', () => {
  it('withdraws the removed people, even a person who is already claimed, and ends the campaign when nobody is left', async () => {
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

  it('counts a person only once if it removes them from several lists', async () => {
    const { user, another } = await scene({ recipients: ['ana', 'ben'] });
    const { id: listId } = await buildList(server.app, user, { recipients: ['ana'] });
    await another({ listId, content: 'Another text' });
    const removed = await begin(user, { people: {} }, { type: 'remove_from_list' });
    assert.deepEqual([removed.changed, removed.withdrawn], [2, 2]);
  });

  it('when undone, keeps the status “sent” of people who got a message in the meantime', async () => {
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

  it('when undone, does not restore a status from before an outcome that was reported late', async () => {
    const { user, campaign, commitOne, report } = await scene({ recipients: ['ana', 'ben'] });
    const anHourAgo = new Date(Date.now() - 3_600_000);
    const delivery = await commitOne();
    const { db } = server.app;
    await db.updateTable('claims').set({ committed_at: anHourAgo }).where('delivery_id', '=', delivery.id).execute();
    await db.updateTable('contacts').set({ contacted_at: anHourAgo }).where('delivery_id', '=', delivery.id).execute();
    const all = { list_id: campaign.listId, filter: {} };
    const toSent = await begin(user, all, { type: 'set_status', status: 'sent' });
    await report(delivery, 'sent', { sent_at: anHourAgo.toISOString() });
    const { undo: result } = await undo(user, toSent);
    assert.deepEqual([result.put_back, result.left_out], [1, [{ reason: 'changed_since', count: 1 }]]);
    assert.deepEqual(await statusesOn(user, campaign.listId), { ana: 'sent', ben: 'pending' });
  });

  it('when undone, restores a status that was set by hand just after a message was sent', async () => {
    const { user, campaign, sendOne } = await scene({ recipients: ['ana'] });
    await sendOne();
    const all = { list_id: campaign.listId, filter: {} };
    await begin(user, all, { type: 'set_status', status: 'pending' });
    await undo(user, await begin(user, all, { type: 'set_status', status: 'not_found' }));
    assert.deepEqual(await statusesOn(user, campaign.listId), { ana: 'pending' });
  });

  it('when undone, restores the status “sent” of people who had just received a message', async () => {
    const { user, campaign, sendOne } = await scene({ recipients: ['ana', 'ben'] });
    await sendOne();
    await undo(
      user,
      await begin(user, { list_id: campaign.listId, filter: {} }, { type: 'set_status', status: 'pending' }),
    );
    assert.deepEqual(await statusesOn(user, campaign.listId), { ana: 'sent', ben: 'pending' });
  });

  it('lists who may be getting a message right now, and keeps everyone else from getting a message', async () => {
    const { user, campaign, commitOne, claim } = await scene({ recipients: ['ana', 'ben', 'cleo'] });
    const leaving = await commitOne();
    const marked = await begin(user, { list_id: campaign.listId, filter: {} }, { type: 'do_not_contact' });
    assert.deepEqual([marked.changed, marked.in_flight], [3, [leaving.recipient]]);
    assert.equal((await claim()).delivery, null);
  });
});
