import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expireLease } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { expireStaleLeases } from './settle.service.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

/** A campaign that was stopped while an agent sent, and whose agent was not heard of in time. */
async function givenUp() {
  const given = await scene({ recipients: ['anna'] });
  const { user, campaign, claimOne, renew } = given;
  const delivery = await claimOne();
  await renew(delivery);
  await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id: campaign.id } });
  await expireLease(app, delivery.id);
  await expireStaleLeases(app);
  return { ...given, delivery };
}

describe('somebody who was given up and has the message after all', () => {
  it('stands in the log once, as sent to, under the number of the failure', async () => {
    const { delivery, report, view } = await givenUp();
    const about = async () => (await view()).logs.filter((log) => log.recipient === 'anna');
    const [failed] = await about();
    assert.equal(failed?.action, 'message_failed');
    await report(delivery, 'sent');
    const [sent, ...more] = await about();
    assert.deepEqual(more, []);
    assert.deepEqual([sent?.id, sent?.seq], [failed.id, failed.seq]);
    assert.deepEqual([sent?.action, sent?.message], ['message_sent', null]);
  });

  it('counts as sent alone, for the account and for the day', async () => {
    const { delivery, report, user, campaign } = await givenUp();
    const figures = async () => {
      const params = { id: campaign.id };
      const one = await server.call(user, 'GET /api/campaigns/:id/profile-performance', { params });
      const { stats, daily } = await server.call(user, 'GET /api/campaigns/dashboard-stats');
      const today = daily.at(-1);
      return {
        account: one.profilePerformance.map((row) => [row.messages_sent, row.messages_failed]),
        all: [stats.sent, stats.failed],
        today: [today?.sent, today?.failed],
      };
    };
    assert.deepEqual(await figures(), { account: [[0, 1]], all: [0, 1], today: [0, 1] });
    await report(delivery, 'sent');
    assert.deepEqual(await figures(), { account: [[1, 0]], all: [1, 0], today: [1, 0] });
  });

  it('leaves the entry of another person who failed as it is', async () => {
    const { claimOne, renew, report, user, campaign, view } = await scene({ accounts: 2, recipients: ['anna', 'ben'] });
    const delivery = await claimOne();
    await renew(delivery);
    await report(await claimOne(campaign.accounts[1]?.id), 'not_found');
    await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id: campaign.id } });
    await expireLease(app, delivery.id);
    await expireStaleLeases(app);
    await report(delivery, 'sent');
    const { logs } = await view();
    const people = logs.filter((log) => log.recipient !== null);
    assert.deepEqual(
      people.map((log) => [log.recipient, log.action]),
      [
        ['ben', 'message_failed'],
        ['anna', 'message_sent'],
      ],
    );
  });

  it('keeps the message of a later campaign, whatever this one comes to say', async () => {
    const { claimOne, report, user, campaign, recipients } = await scene({ recipients: ['anna'] });
    const delivery = await claimOne();
    await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id: campaign.id } });
    await expireLease(app, delivery.id);
    await expireStaleLeases(app);
    assert.deepEqual(await recipients(), [['anna', 'pending']]);
    await app.db.updateTable('recipients').set({ status: 'sent' }).where('user_id', '=', user.id).execute();
    assert.equal((await report(delivery, 'unknown')).recorded, true);
    assert.deepEqual(await recipients(), [['anna', 'sent']]);
  });
});
