import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planCampaign } from './campaigns.service.ts';
import { expireStaleLeases } from '../sending/settle.service.ts';
import { buildAccount } from '../../testing/builders.ts';
import { expireLease, makeDue } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scenes = scenesOn(server);

/** A campaign in which an agent was told to go ahead, and what its owner can do about it. */
async function scene(options: Parameters<typeof scenes>[0] = {}) {
  const given = await scenes({ name: 'Spring', ...options });
  const { user, campaign, claimOne, renew } = given;
  const delivery = await claimOne();
  await renew(delivery);
  const params = { id: campaign.id };
  const stop = () => server.call(user, 'POST /api/campaigns/:id/stop', { params });
  const preview = () => server.call(user, 'GET /api/campaigns/:id/deletion-preview', { params });
  /** Another campaign on the same list, with an account of its own. */
  const planNext = async () => {
    const account = await buildAccount(app, user);
    const id = await planCampaign(app, user.id, {
      name: 'Summer',
      message_template_id: campaign.templateId,
      list_id: campaign.listId,
      profiles_used: [account.id],
    });
    return { params: { id } };
  };
  return { ...given, delivery, params, stop, preview, planNext };
}

const running = { recipients_reset: 0, already_messaged: 0 };

describe('a message that is just being sent when its campaign ends', () => {
  it('keeps the next campaign on the list from starting until it is known who has it', async () => {
    const { user, delivery, report, stop, planNext } = await scene({ recipients: ['anna', 'ben'] });
    const next = await planNext();
    await stop();
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', next);
    assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state']);
    assert.equal(
      refusal.error,
      'A message to 1 person of this list is just being sent by Spring, which has ended. Try again in a minute.',
    );
    await report(delivery, 'sent');
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', next);
    assert.deepEqual([campaign.total_list, campaign.preview?.recipient], [1, 'ben']);
  });

  it('does so no longer once its agent fell silent, and the person counts as tried', async () => {
    const { user, delivery, stop, planNext } = await scene({ recipients: ['anna', 'ben'] });
    const next = await planNext();
    await stop();
    await expireLease(app, delivery.id);
    await expireStaleLeases(app);
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', next);
    assert.deepEqual([campaign.total_list, campaign.preview?.recipient], [1, 'ben']);
  });

  it('does not matter to another list, nor while its campaign still runs', async () => {
    const { user, stop, planNext } = await scene();
    await server.call(user, 'POST /api/campaigns/:id/start', await planNext());
    await stop();
    const other = await scenes();
    assert.equal((await other.view()).status, 'running');
    const list = await server.call(user, 'POST /api/lists', { body: { name: 'Others' } });
    await server.call(user, 'POST /api/recipients', { body: { recipient: 'zoe', list_id: list.list.id } });
    const next = await planNext();
    await app.db.updateTable('campaigns').set({ list_id: list.list.id }).where('id', '=', next.params.id).execute();
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', next);
    assert.equal(campaign.preview?.recipient, 'zoe');
  });

  it('keeps it from being deleted, and the question before says whom it may have reached', async () => {
    const { user, delivery, report, stop, preview, params, recipients } = await scene({ recipients: ['anna'] });
    assert.deepEqual(await preview(), { ...running, possibly_messaged: 1 });
    const early = await server.refuse(user, 'DELETE /api/campaigns/:id', { params });
    assert.deepEqual([early.status, early.code], [409, 'invalid_state']);
    assert.match(early.error, /just being sent\. Stop it, and try again in a minute/);
    await stop();
    const refusal = await server.refuse(user, 'DELETE /api/campaigns/:id', { params });
    assert.equal(refusal.error, 'A message of this campaign is just being sent. Try again in a minute.');
    await report(delivery, 'sent');
    assert.deepEqual(await preview(), { recipients_reset: 1, already_messaged: 1, possibly_messaged: 0 });
    await server.call(user, 'DELETE /api/campaigns/:id', { params });
    assert.deepEqual(await recipients(), [['anna', 'pending']]);
  });
});

describe('the question before a deletion', () => {
  it('counts those of whom it is not known as people who may have the message, also when they were given up', async () => {
    const { delivery, report, stop, preview } = await scene({ recipients: ['anna', 'ben'] });
    await report(delivery, 'unknown');
    assert.deepEqual(await preview(), { ...running, possibly_messaged: 1 });
    await stop();
    assert.deepEqual(await preview(), { recipients_reset: 1, already_messaged: 0, possibly_messaged: 1 });
  });

  it('counts those as well whose account looked and could not find out', async () => {
    const { delivery, report, claimOne, preview, account, user } = await scene({ recipients: ['anna', 'ben'] });
    await app.db.updateTable('users').set({ max_retries: 1 }).where('id', '=', user.id).execute();
    await report(delivery, 'unknown');
    for (const expected of ['unknown', 'failed']) {
      await app.db.updateTable('deliveries').set({ retry_at: null }).where('id', '=', delivery.id).execute();
      await makeDue(app, account);
      assert.equal((await report(await claimOne(), 'unknown')).status, expected);
    }
    assert.deepEqual(await preview(), { recipients_reset: 1, already_messaged: 0, possibly_messaged: 1 });
  });

  it('does not count who was claimed and never to be written to', async () => {
    const { claimOne, campaign, preview } = await scene({ accounts: 2 });
    await claimOne(campaign.accounts[1]?.id);
    assert.deepEqual(await preview(), { ...running, possibly_messaged: 1 });
  });
});
