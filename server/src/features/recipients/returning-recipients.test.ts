import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import { buildList } from '../../testing/builders.ts';
import { makeDue } from '../../testing/campaign-builders.ts';
import { check, createImport, sendRows, sent, start, waitForImport } from '../../testing/import-scene.ts';
import { peopleChangesOn } from '../../testing/people-changes-scene.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const sceneOf = scenesOn(server);
const { begin, undo, statusesOn } = peopleChangesOn(server);

/** Makes it look as if the go-ahead for a message had been given an hour ago. */
async function setBackAnHour({ id }: { id: number }): Promise<void> {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await app.db.updateTable('contacts').set({ contacted_at: anHourAgo }).where('delivery_id', '=', id).execute();
  await app.db.updateTable('claims').set({ committed_at: anHourAgo }).where('delivery_id', '=', id).execute();
}

/** A running campaign, and functions that change everyone on its list and undo that. */
async function scene(recipients = ['ana']) {
  const given = await sceneOf({ recipients });
  const { user, campaign } = given;
  const all = { list_id: campaign.listId, filter: {} };
  const remove = () => begin(user, all, { type: 'remove_from_list' });
  const setStatuses = (status: RecipientStatus) => begin(user, all, { type: 'set_status', status });
  const removeAndUndo = async () => undo(user, await remove());
  const statuses = () => statusesOn(user, campaign.listId);
  /** Answers whether a message whose outcome is not known was sent. */
  const answer = ({ id }: { id: number }, was_sent: boolean) =>
    server.call(user, 'POST /api/campaigns/:id/unknown/:deliveryId', {
      params: { id: campaign.id, deliveryId: id },
      body: { was_sent },
    });
  return { ...given, remove, removeAndUndo, setStatuses, statuses, answer };
}
type Scene = Awaited<ReturnType<typeof scene>>;

describe('people who are removed from a list and put back by an undo', () => {
  it('get the outcome of a message that was on its way, whenever it is reported', async () => {
    for (const outcome of ['sent', 'not_found'] as const) {
      const { commitOne, report, removeAndUndo, statuses } = await scene(['ana', 'ben']);
      const first = await commitOne();
      await removeAndUndo();
      await report(first, outcome);
      assert.deepEqual(await statuses(), { ana: outcome, ben: 'pending' });
      await removeAndUndo();
      assert.deepEqual(await statuses(), { ana: outcome, ben: 'pending' });
    }
  });

  it('have the outcome that was reported while they were not on the list', async () => {
    for (const outcome of ['sent', 'not_found', 'unknown'] as const) {
      const { commitOne, report, remove, statuses, user } = await scene();
      const delivery = await commitOne();
      const removed = await remove();
      assert.deepEqual(removed.in_flight, ['ana']);
      await report(delivery, outcome, outcome === 'unknown' ? { reason: 'no_note' } : {});
      await undo(user, removed);
      assert.deepEqual(await statuses(), { ana: outcome === 'unknown' ? 'failed' : outcome });
    }
  });

  it('have an outcome that was reported late while they were not on the list', async () => {
    const { user, commitOne, report, remove, statuses } = await scene(['ana', 'ben']);
    const delivery = await commitOne();
    await setBackAnHour(delivery);
    const removed = await remove();
    await report(delivery, 'sent', { sent_at: new Date(Date.now() - 3_500_000).toISOString() });
    await undo(user, removed);
    assert.deepEqual(await statuses(), { ben: 'pending', ana: 'sent' });
  });

  it('have the outcome that the user chose while they were not on the list', async () => {
    for (const wasSent of [true, false]) {
      const { user, commitOne, report, remove, answer, statuses } = await scene(['ana', 'ben']);
      const delivery = await commitOne();
      await setBackAnHour(delivery);
      await report(delivery, 'unknown', { reason: 'no_note' });
      const removed = await remove();
      await answer(delivery, wasSent);
      await undo(user, removed);
      assert.deepEqual(await statuses(), { ben: 'pending', ana: wasSent ? 'sent' : 'pending' });
    }
  });

  it('keep a status that was set by hand just after a message was sent', async () => {
    const { sendOne, setStatuses, removeAndUndo, statuses } = await scene();
    await sendOne();
    await setStatuses('pending');
    await removeAndUndo();
    assert.deepEqual(await statuses(), { ana: 'pending' });
  });

  it('keep a status that was set after the last outcome', async () => {
    const { claimOne, report, removeAndUndo, statuses, setStatuses } = await scene();
    await report(await claimOne(), 'not_found');
    await setStatuses('pending');
    await removeAndUndo();
    assert.deepEqual(await statuses(), { ana: 'pending' });
  });

  it('are still shown as not known', async () => {
    const { user, commitOne, report, removeAndUndo, campaign } = await scene();
    await report(await commitOne(), 'unknown', { reason: 'no_note' });
    await removeAndUndo();
    const params = { id: campaign.listId };
    const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', { params });
    assert.deepEqual(
      recipients.map(({ status, is_not_known }) => [status, is_not_known]),
      [['failed', true]],
    );
  });

  it('can be retried by the campaign that failed to reach them', async () => {
    const { user, claimOne, report, remove, view } = await scene();
    await report(await claimOne(), 'failed', { reason: 'recipient_gone' });
    const removed = await remove();
    assert.equal((await view()).has_retryable, false);
    await undo(user, removed);
    assert.equal((await view()).has_retryable, true);
  });
});

describe('people who are removed from a list and added to it again', () => {
  const ways: [string, (given: Scene) => Promise<unknown>][] = [
    [
      'one by one',
      ({ user, campaign }) =>
        server.call(user, 'POST /api/recipients', { body: { recipient: 'ana', list_id: campaign.listId } }),
    ],
    [
      'with others',
      ({ user, campaign }) =>
        server.call(user, 'POST /api/recipients/bulk', { body: { recipients: ['ana'], list_id: campaign.listId } }),
    ],
    [
      'by a change to many people',
      async ({ user, campaign }) => {
        const { id } = await buildList(app, user, { recipients: ['ana'] });
        return begin(user, { list_id: id, filter: {} }, { type: 'add_to_list', list_id: campaign.listId });
      },
    ],
    [
      'by a merge',
      async ({ user, campaign }) => {
        const { id } = await buildList(app, user, { recipients: ['ana'] });
        await server.call(user, 'POST /api/lists/:id/merge', {
          params: { id: campaign.listId },
          body: { list_ids: [id] },
        });
      },
    ],
    [
      'by an import',
      async ({ user, campaign }) => {
        const { id } = await createImport(server, user, campaign.listId);
        await sendRows(server, user, id, sent(['ana']));
        await check(server, { user, id });
        await start(server, { user, id }, { include: ['contacted'] });
        await waitForImport(app);
      },
    ],
  ];
  for (const [how, add] of ways) {
    it(`${how} get the outcome of a message that was on its way`, async () => {
      const given = await scene();
      const delivery = await given.commitOne();
      await given.remove();
      await add(given);
      await given.report(delivery, 'sent');
      assert.deepEqual(await given.statuses(), { ana: 'sent' });
    });
  }

  it('get no outcomes of campaigns with other lists', async () => {
    const given = await scene();
    const delivery = await given.commitOne();
    await given.remove();
    const { id } = await buildList(app, given.user, { recipients: [] });
    await server.call(given.user, 'POST /api/recipients', { body: { recipient: 'ana', list_id: id } });
    await given.report(delivery, 'sent');
    assert.deepEqual(await statusesOn(given.user, id), { ana: 'pending' });
  });
});

describe('the answer that a message was not sent', () => {
  it('is passed to the agent even if the person has been removed from the list', async () => {
    const given = await scene();
    const delivery = await given.commitOne();
    await given.report(delivery, 'unknown', { reason: 'no_note' });
    await given.answer(delivery, false);
    await given.remove();
    const { id: listId } = await buildList(app, given.user, { recipients: ['ana'] });
    const { account } = await given.another({ listId });
    await makeDue(app, account);
    assert.deepEqual((await given.claimOne(account.id)).unsent_claim_ids, [delivery.claim_id]);
  });
});
