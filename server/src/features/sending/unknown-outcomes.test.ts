import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildList } from '../../testing/builders.ts';
import { ageOutcomes, makeDue } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

/** Builds a campaign, and makes its agent report the first delivery as unknown. */
async function unknown(recipients = ['anna']) {
  const given = await scene({ recipients });
  const delivery = await given.commitOne();
  assert.equal((await given.report(delivery, 'unknown', { reason: 'no_note' })).status, 'unknown');
  return { ...given, delivery };
}

describe('an unknown outcome', () => {
  const answer = (given: Awaited<ReturnType<typeof unknown>>, was_sent: boolean) =>
    server.call(given.user, 'POST /api/campaigns/:id/unknown/:deliveryId', {
      params: { id: given.campaign.id, deliveryId: given.delivery.id },
      body: { was_sent },
    });

  it('is listed with the person, the account and what happened', async () => {
    const { user, params, delivery, account } = await unknown();
    const { people, pagination } = await server.call(user, 'GET /api/campaigns/:id/unknown', { params });
    assert.equal(pagination.totalItems, 1);
    const [person] = people;
    assert.deepEqual(
      [person?.delivery_id, person?.recipient, person?.profile_id, person?.profile_name],
      [delivery.id, 'anna', account.id, account.profile_name],
    );
    assert.match(person?.text ?? '', /no longer has its record/);
    assert.ok(Date.parse(person?.since ?? '') <= Date.now());
  });

  it('becomes sent and completes the campaign if the user answers "It was sent"', async () => {
    const given = await unknown();
    const { campaign } = await answer(given, true);
    assert.deepEqual([campaign.status, campaign.total_sent, campaign.total_failed], ['completed', 1, 0]);
    assert.deepEqual(await given.recipients(), [['anna', 'sent']]);
    assert.deepEqual(await given.contacts(), ['anna sent Spring']);
    assert.deepEqual(await given.logOfPeople(), ['anna message_sent']);
  });

  it('counts as sent on the day of its go-ahead, not today, if the user answers "It was sent"', async () => {
    const given = await unknown();
    const goAhead = new Date(Date.now() - 3 * 86_400_000);
    const noted = new Date(goAhead.getTime() + 60_000);
    const { db } = app;
    await db.updateTable('contacts').set({ contacted_at: goAhead }).where('user_id', '=', given.user.id).execute();
    await db.updateTable('deliveries').set({ finished_at: noted }).where('id', '=', given.delivery.id).execute();
    await db
      .updateTable('campaign_logs')
      .set({ created_at: noted })
      .where('campaign_id', '=', given.campaign.id)
      .execute();
    await answer(given, true);
    const { daily } = await server.call(given.user, 'GET /api/campaigns/dashboard-stats');
    const day = goAhead.toISOString().slice(0, 10);
    assert.deepEqual(
      daily.filter(({ sent }) => sent > 0).map(({ date, sent }) => [date, sent]),
      [[day, 1]],
    );
    const { person } = await server.call(given.user, 'GET /api/person/:username', { params: { username: 'anna' } });
    assert.equal(person.last_contacted_at, goAhead.toISOString());
    const [entry] = (await given.view()).logs.filter(({ action }) => action === 'message_sent');
    assert.equal(entry?.created_at, goAhead.toISOString());
  });

  it('becomes failed if the user answers "It was not sent", but the person is pending on the list and can get this message', async () => {
    const given = await unknown();
    const { campaign } = await answer(given, false);
    assert.deepEqual([campaign.status, campaign.total_sent, campaign.total_failed], ['failed', 0, 1]);
    assert.deepEqual(await given.recipients(), [['anna', 'pending']]);
    assert.deepEqual(await given.contacts(), []);
    const next = await given.another();
    await makeDue(app, next.account);
    assert.equal((await given.claimOne(next.account.id)).recipient, 'anna');
  });

  it('is reported to the agent with the person’s next claim, in any campaign with any list, if the answer was "It was not sent"', async () => {
    const given = await unknown();
    await answer(given, false);
    const { id: listId } = await buildList(app, given.user, { recipients: ['anna', 'bella'] });
    const asked = await given.another({ listId });
    await makeDue(app, asked.account);
    const first = await given.claimOne(asked.account.id);
    assert.deepEqual([first.recipient, first.unsent_claim_ids], ['anna', [given.delivery.claim_id]]);
    await given.report(first, 'failed');
    await makeDue(app, asked.account);
    const second = await given.claimOne(asked.account.id);
    assert.deepEqual([second.recipient, second.unsent_claim_ids], ['bella', []]);
  });

  it('can no longer be changed once it is known', async () => {
    const given = await unknown();
    await answer(given, true);
    const refusal = await server.refuse(given.user, 'POST /api/campaigns/:id/unknown/:deliveryId', {
      params: { id: given.campaign.id, deliveryId: given.delivery.id },
      body: { was_sent: false },
    });
    assert.equal(refusal.code, 'invalid_state');
  });

  it('cannot be set to "not sent" in the minute after a stop, because the message may be on its way', async () => {
    const { commitOne, user, params, campaign, recipients, contacts } = await scene({ recipients: ['anna'] });
    const delivery = await commitOne();
    await server.call(user, 'POST /api/campaigns/:id/stop', { params });
    const input = { params: { ...params, deliveryId: delivery.id }, body: { was_sent: false } };
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/unknown/:deliveryId', input);
    assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state']);
    assert.deepEqual(await contacts(), ['anna unknown Spring']);
    await ageOutcomes(app, campaign);
    await server.call(user, 'POST /api/campaigns/:id/unknown/:deliveryId', input);
    assert.deepEqual(await recipients(), [['anna', 'pending']]);
  });

  it('can be set to "not sent" right after a stop if the message was only being checked', async () => {
    const given = await scene({ recipients: ['anna'] });
    const delivery = await given.commitOne();
    const contacted_at = new Date(Date.now() - 3_600_000);
    await app.db.updateTable('contacts').set({ contacted_at }).where('delivery_id', '=', delivery.id).execute();
    await given.fallSilent(delivery);
    await given.setStatus('completed');
    await answer({ ...given, delivery }, false);
    assert.deepEqual(await given.recipients(), [['anna', 'pending']]);
  });

  it('that the user set to "not sent" is corrected if the agent later reports that the message was sent, so that nobody gets it twice', async () => {
    const given = await unknown();
    await answer(given, false);
    assert.equal((await given.report(given.delivery, 'failed')).recorded, false);
    assert.equal((await given.report(given.delivery, 'sent')).recorded, true);
    assert.deepEqual(await given.counters(), [1, 1, 0, 0]);
    assert.deepEqual(await given.recipients(), [['anna', 'sent']]);
    assert.deepEqual(await given.contacts(), ['anna sent Spring']);
    assert.deepEqual(await given.logOfPeople(), ['anna message_sent']);
    assert.equal((await given.view()).status, 'completed');
  });

  it('can be set only through its own campaign', async () => {
    const given = await unknown();
    const other = await given.another({ status: 'pending' });
    const refusal = await server.refuse(given.user, 'POST /api/campaigns/:id/unknown/:deliveryId', {
      params: { id: other.id, deliveryId: given.delivery.id },
      body: { was_sent: true },
    });
    assert.equal(refusal.status, 404);
  });
});
