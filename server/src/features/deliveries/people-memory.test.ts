import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jobsToEnd } from '../../platform/background-jobs.ts';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

const personOf = async (user: TestUser, username: string) =>
  (await server.call(user, 'GET /api/person/:username', { params: { username } })).person;

describe('what is remembered about a person', () => {
  it('includes the last contact, even after its campaign, list and account have been deleted', async () => {
    const given = await scene({ recipients: ['anna'] });
    const { user, campaign, account } = given;
    assert.equal((await personOf(user, 'anna')).last_contacted_at, null);
    await given.sendOne();
    await server.call(user, 'DELETE /api/campaigns/:id', { params: { id: campaign.id } });
    await server.call(user, 'DELETE /api/lists/:id', { params: { id: campaign.listId } });
    await server.call(user, 'DELETE /api/profiles/:id', { params: { id: account.id } });
    const anna = await personOf(user, 'anna');
    assert.deepEqual(
      [anna.outcome, anna.last_campaign_name, anna.last_profile_name, anna.lists],
      ['sent', 'Spring', account.profile_name, []],
    );
    assert.ok(anna.last_contacted_at);
  });

  it('goes back to the previous contact if a message turns out not to have been sent', async () => {
    const given = await scene({ recipients: ['anna', 'ben'] });
    const { user } = given;
    await given.sendOne();
    const next = await given.another({ content: 'Another text', listId: (await listOf(user)).id });
    for (const username of ['anna', 'ben']) {
      const { delivery } = await given.claim(next.account.id);
      assert.equal(delivery?.recipient, username);
      await given.commit(delivery);
      await given.report(delivery, 'unknown', { reason: 'no_note' });
      const before = await personOf(user, username);
      assert.deepEqual([before.outcome, before.last_campaign_name], ['unknown', 'Summer']);
      await server.call(user, 'POST /api/campaigns/:id/unknown/:deliveryId', {
        params: { id: next.id, deliveryId: delivery.id },
        body: { was_sent: false },
      });
      await app.db.updateTable('profiles').set({ next_due_at: null }).where('id', '=', next.account.id).execute();
    }
    const [anna, ben] = [await personOf(user, 'anna'), await personOf(user, 'ben')];
    assert.deepEqual([anna.outcome, anna.last_campaign_name], ['failed', 'Spring']);
    assert.deepEqual([ben.outcome, ben.last_campaign_name, ben.last_contacted_at], ['failed', null, null]);
  });

  it('keeps the outcome of a later delivery when the outcome of an earlier delivery arrives', async () => {
    const given = await scene({ recipients: ['anna'] });
    const { user, params } = given;
    const first = await given.commitOne();
    await given.report(first, 'unknown', { reason: 'no_note' });
    const later = new Date(Date.now() - 60_000);
    await app.db
      .updateTable('deliveries')
      .set({ finished_at: new Date(later.getTime() - 60_000) })
      .where('id', '=', first.id)
      .execute();
    const change = { outcome: 'sent', outcome_at: later } as const;
    await app.db.updateTable('people').set(change).where('user_id', '=', user.id).execute();
    await server.call(user, 'POST /api/campaigns/:id/unknown/:deliveryId', {
      params: { ...params, deliveryId: first.id },
      body: { was_sent: false },
    });
    const anna = await personOf(user, 'anna');
    assert.deepEqual([anna.outcome, anna.outcome_at], ['sent', later.toISOString()]);
    assert.equal(anna.last_contacted_at, null);
  });

  it('includes that the person was skipped at a campaign’s start, unless the person has a later outcome', async () => {
    const user = await buildUser(app);
    const many = Array.from({ length: 1200 }, (_, index) => `person${index}`);
    for (let from = 0; from < many.length; from += 600) {
      await server.call(user, 'POST /api/do-not-contact', { body: { usernames: many.slice(from, from + 600) } });
    }
    await app.db
      .updateTable('people')
      .set({ outcome: 'sent', outcome_at: '2999-01-01T00:00:00.000Z' })
      .where('user_id', '=', user.id)
      .where('username', '=', 'person7')
      .execute();
    const { id } = await buildCampaign(app, user, { recipients: [...many, 'zoe'], status: 'running' });
    await jobsToEnd(app);
    const { campaign } = await server.call(user, 'GET /api/campaigns/:id', { params: { id } });
    const skipped = await server.call(user, 'GET /api/people', { query: { state: 'skipped' } });
    assert.deepEqual([skipped.total.count, skipped.people[0]?.outcome_at], [1199, campaign.started_at]);
    assert.equal((await personOf(user, 'person7')).outcome, 'sent');
    assert.equal((await personOf(user, 'zoe')).outcome, null);
  });

  it('is not changed by a start that was refused', async () => {
    const user = await buildUser(app);
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['anna'] } });
    const { id } = await buildCampaign(app, user, { recipients: ['anna'] });
    await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id }, body: {} });
    await jobsToEnd(app);
    assert.equal((await personOf(user, 'anna')).outcome, null);
  });
});

async function listOf(user: TestUser) {
  const { list } = await server.call(user, 'POST /api/lists', { body: { name: 'Next' } });
  await server.call(user, 'POST /api/recipients/bulk', { body: { list_id: list.id, recipients: ['anna', 'ben'] } });
  return list;
}
