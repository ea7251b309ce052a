import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildCampaign, ageOutcomes } from '../../testing/campaign-builders.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { finishDeletions } from './campaign-deletion.service.ts';

const server = await testServer();
const { app } = server;
const scenes = scenesOn(server);

/** Builds a running campaign. Also returns functions that call the API as the campaign's owner. */
async function scene(options: Parameters<typeof scenes>[0] = {}) {
  const given = await scenes(options);
  const { user, params } = given;
  const stop = () => server.call(user, 'POST /api/campaigns/:id/stop', { params });
  const preview = () => server.call(user, 'GET /api/campaigns/:id/deletion-preview', { params });
  const remove = () => server.call(user, 'DELETE /api/campaigns/:id', { params });
  const refusal = () => server.refuse(user, 'DELETE /api/campaigns/:id', { params });
  return { ...given, stop, preview, remove, refusal };
}

const rowsOf = async ({ id }: { id: number }) => {
  const [deliveries, logs, campaigns] = await Promise.all([
    app.db.selectFrom('deliveries').select('id').where('campaign_id', '=', id).execute(),
    app.db.selectFrom('campaign_logs').select('id').where('campaign_id', '=', id).execute(),
    app.db.selectFrom('campaigns').select('id').where('id', '=', id).execute(),
  ]);
  return [deliveries.length, logs.length, campaigns.length];
};

describe('deleting a campaign', () => {
  it('says how many people it will set back to pending, sets them back, and remembers who got the message', async () => {
    const { campaign, sendOne, preview, remove, recipients, contacts, user, params } = await scene();
    await sendOne();
    assert.deepEqual(await preview(), { recipients_reset: 1, already_messaged: 1, possibly_messaged: 0 });
    assert.equal((await remove()).recipients_reset, 1);
    assert.equal((await server.refuse(user, 'GET /api/campaigns/:id', { params })).status, 404);
    assert.ok((await recipients()).every(([, status]) => status === 'pending'));
    assert.deepEqual(await rowsOf(campaign), [0, 0, 0]);
    assert.deepEqual(await contacts(), ['anna sent Spring']);
  });

  it('is refused while the agent may be sending a message, and allowed once the agent has reported the outcome', async () => {
    const { commitOne, report, stop, refusal, remove, recipients } = await scene({ recipients: ['anna', 'ben'] });
    const delivery = await commitOne();
    const early = await refusal();
    assert.deepEqual([early.status, early.code], [409, 'invalid_state']);
    assert.match(early.error, /being sent right now\. Stop the campaign and try again in a minute\./);
    await report(delivery, 'sent');
    await stop();
    await remove();
    assert.deepEqual(await recipients(), [
      ['anna', 'pending'],
      ['ben', 'pending'],
    ]);
  });

  it('is refused for a minute after a stop if a message may be on its way, so that the agent can still report the outcome', async () => {
    const { commitOne, report, stop, refusal, remove, contacts } = await scene({ recipients: ['anna', 'ben'] });
    const delivery = await commitOne();
    await stop();
    assert.match((await refusal()).error, /being sent right now\. Try again in a minute\./);
    await report(delivery, 'sent');
    await remove();
    assert.deepEqual(await contacts(), ['anna sent Spring']);
  });

  it('is allowed a minute after the campaign was stopped, even if the agent has not reported', async () => {
    const { campaign, commitOne, stop, remove, contacts } = await scene({ recipients: ['anna', 'ben'] });
    await commitOne();
    await stop();
    await ageOutcomes(app, campaign);
    await remove();
    assert.deepEqual(await contacts(), ['anna unknown Spring']);
  });

  it('is possible once the agent has gone offline, and remembers who may have received the message', async () => {
    const { commitOne, fallSilent, preview, remove, contacts, recipients } = await scene({ recipients: ['anna'] });
    await fallSilent(await commitOne());
    assert.deepEqual(await preview(), { recipients_reset: 1, already_messaged: 0, possibly_messaged: 1 });
    assert.equal((await remove()).recipients_reset, 1);
    assert.deepEqual(await contacts(), ['anna unknown Spring']);
    assert.deepEqual(await recipients(), [['anna', 'pending']]);
  });

  it('counts people with an unknown outcome as people who may have received the message', async () => {
    const { commitOne, report, preview, claimOne, campaign } = await scene({
      accounts: 2,
      recipients: ['anna', 'ben'],
    });
    await report(await commitOne(), 'unknown', { reason: 'no_note' });
    await claimOne(campaign.accounts[1]?.id);
    assert.deepEqual(await preview(), { recipients_reset: 1, already_messaged: 0, possibly_messaged: 1 });
  });

  it('resets at most as many people as the preview says, because some may have been removed from the list', async () => {
    const { user, sendOne, preview, remove } = await scene({ recipients: ['anna', 'ben'] });
    await sendOne();
    await app.db.deleteFrom('recipients').where('user_id', '=', user.id).where('recipient', '=', 'anna').execute();
    assert.deepEqual(await preview(), { recipients_reset: 1, already_messaged: 1, possibly_messaged: 0 });
    assert.equal((await remove()).recipients_reset, 0);
  });

  it('does not wait for people who are only claimed, because their agent won’t get the go-ahead', async () => {
    const { claimOne, remove, agent, recipients } = await scene();
    const delivery = await claimOne();
    await remove();
    const params = { id: delivery.id };
    const body = { claim_id: delivery.claim_id };
    assert.equal((await server.refuse(agent, 'POST /api/agent/deliveries/:id/commit', { params, body })).status, 404);
    assert.ok((await recipients()).every(([, status]) => status === 'pending'));
  });

  it('frees the campaign’s accounts for another campaign', async () => {
    const { campaign, remove, another, view } = await scene();
    await remove();
    const next = await another({ accounts: campaign.accounts });
    assert.equal((await view(next.id)).status, 'running');
  });

  it('removes the campaign from the dashboard and the accounts’ results at once, even while its rows still exist', async () => {
    const { campaign, user, sendOne, remove } = await scene();
    await sendOne();
    const lease = { deletion: 'a process at work', deleting_until: new Date(Date.now() + 60_000) };
    await app.db.updateTable('campaigns').set(lease).where('id', '=', campaign.id).execute();
    await remove();
    assert.deepEqual(await rowsOf(campaign), [3, 2, 1]);
    const query = { start_date: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) };
    const { stats, daily } = await server.call(user, 'GET /api/campaigns/dashboard-stats', { query });
    assert.deepEqual([stats.sent, daily.some(({ sent }) => sent > 0)], [0, false]);
    const { profilePerformance } = await server.call(user, 'GET /api/profiles/performance', { query });
    const [account] = profilePerformance;
    assert.deepEqual([account?.messages_sent, account?.campaigns_used], [0, 0]);
    assert.ok(account?.daily_sent.every((sent) => sent === 0));
  });

  it('is finished by the background sweep if the process that started it has exited', async () => {
    const { campaign, sendOne, recipients } = await scene();
    await sendOne();
    const deletedAt = { deleted_at: new Date(), deletion: 'a process that died', deleting_until: new Date(0) };
    await app.db.updateTable('campaigns').set(deletedAt).where('id', '=', campaign.id).execute();
    await finishDeletions(app);
    assert.deepEqual(await rowsOf(campaign), [0, 0, 0]);
    assert.ok((await recipients()).every(([, status]) => status === 'pending'));
  });

  it('is not continued by the background sweep while another process is still working on it', async () => {
    const { campaign, sendOne, recipients } = await scene();
    await sendOne();
    const soon = new Date(Date.now() + 60_000);
    const deletedAt = { deleted_at: new Date(), deletion: 'a process at work', deleting_until: soon };
    await app.db.updateTable('campaigns').set(deletedAt).where('id', '=', campaign.id).execute();
    await finishDeletions(app);
    assert.deepEqual(await rowsOf(campaign), [3, 2, 1]);
    assert.deepEqual((await recipients())[0], ['anna', 'sent']);
  });
});

// The embedded database runs only one transaction at a time, so this test needs a database server.
if (testDatabaseUrl !== null) {
  describe('two deletions at once', () => {
    it('set everyone back to pending and leave nobody marked as sent', async () => {
      const people = Array.from({ length: 2500 }, (_, index) => `person${index}`);
      const { campaign, user, params, recipients } = await scene({ recipients: people });
      await app.db.updateTable('deliveries').set({ status: 'sent' }).where('campaign_id', '=', campaign.id).execute();
      await app.db.updateTable('recipients').set({ status: 'sent' }).where('user_id', '=', user.id).execute();
      await Promise.all([
        server.call(user, 'DELETE /api/campaigns/:id', { params }),
        finishDeletions(app),
        finishDeletions(app),
      ]);
      while ((await rowsOf(campaign))[2] !== 0) await finishDeletions(app);
      assert.ok((await recipients()).every(([, status]) => status === 'pending'));
      assert.deepEqual(await rowsOf(campaign), [0, 0, 0]);
    });
  });
}

const withCampaign = async (owner: { id: number; username: string; token: string }) => ({
  params: { id: (await buildCampaign(app, owner)).id },
});

describeAccess(server, [
  { key: 'DELETE /api/campaigns/:id', input: withCampaign, isOwned: true },
  { key: 'GET /api/campaigns/:id/deletion-preview', input: withCampaign, isOwned: true },
]);
