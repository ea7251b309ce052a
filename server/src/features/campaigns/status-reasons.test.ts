import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StatusReason } from '@sandpiper/contract/campaign-status';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { pauseWithoutSubscription } from '../sending/sending-sweep.service.ts';
import { settleStuckCampaigns } from './campaign-settle.service.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);
type Scene = Awaited<ReturnType<typeof scene>>;

const disconnectAgent = ({ user }: Scene) =>
  app.db
    .updateTable('agent_tokens')
    .set({ last_seen_at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', user.id)
    .execute();

const pauseAgent = ({ agent }: Scene) =>
  app.db.updateTable('agent_tokens').set({ is_paused: true }).where('id', '=', agent.id).execute();

type Case = [
  code: StatusReason['code'],
  status: string,
  options: Parameters<typeof scene>[0],
  bring: (scene: Scene) => Promise<unknown>,
];

/** Sets the campaign's start to `hours` hours from now. */
const startIn =
  (hours: number) =>
  ({ campaign }: Scene) =>
    app.db
      .updateTable('campaigns')
      .set({ start_at: new Date(Date.now() + hours * 3_600_000) })
      .where('id', '=', campaign.id)
      .execute();

const cases: readonly Case[] = [
  ['scheduled', 'pending', { status: 'pending' }, startIn(1)],
  ['start_missed', 'pending', { status: 'pending' }, startIn(-3)],
  ['paused_by_user', 'paused', {}, ({ setStatus }) => setStatus('paused')],
  ['stopped_by_user', 'completed', {}, ({ setStatus }) => setStatus('completed')],
  [
    'subscription_ended',
    'paused',
    {},
    async ({ user }) => {
      await app.db.updateTable('users').set({ subscription_end_date: null }).where('id', '=', user.id).execute();
      await pauseWithoutSubscription(app);
    },
  ],
  ['no_usable_account', 'paused', {}, ({ stop }) => stop('challenge')],
  [
    'two_accounts_limited',
    'paused',
    { accounts: 3 },
    async ({ stop, campaign }) => {
      await stop('rate_limited', campaign.accounts[0]?.id);
      await stop('rate_limited', campaign.accounts[1]?.id);
    },
  ],
  [
    'nobody_was_sent',
    'failed',
    { recipients: ['anna'] },
    async ({ claimOne, report }) => report(await claimOne(), 'not_found'),
  ],
  ['no_agent', 'running', {}, disconnectAgent],
  ['computer_paused', 'running', {}, pauseAgent],
  ['profile_in_use', 'running', {}, ({ releaseOne }) => releaseOne('profile_in_use')],
  [
    'being_checked',
    'running',
    { recipients: ['anna'] },
    async ({ commitOne, fallSilent }) => fallSilent(await commitOne()),
  ],
];

describe('the reason why a campaign is not sending', () => {
  for (const [code, status, options, bring] of cases) {
    it(`is ${code} on the page of a ${status} campaign and in the list of campaigns`, async () => {
      const given = await scene(options);
      assert.equal((await given.view()).status_reason, null);
      await bring(given);
      const seen = await given.view();
      assert.deepEqual([seen.status, seen.status_reason?.code], [status, code]);
      assert.ok((seen.status_reason?.text.length ?? 0) > 10);
      const { campaigns } = await server.call(given.user, 'GET /api/campaigns');
      assert.deepEqual(campaigns[0]?.status_reason, seen.status_reason);
    });
  }

  it('does not become two_accounts_limited again after a resume just because another account is put on hold for another reason', async () => {
    const given = await scene({ accounts: 4 });
    const [, second, third] = given.campaign.accounts;
    await given.stop('rate_limited');
    await given.stop('rate_limited', second?.id);
    await given.setStatus('running');
    await given.stop('challenge', third?.id);
    assert.equal((await given.view()).status, 'running');
  });

  it('advises the user to start the campaign again if it is paused', async () => {
    const given = await scene();
    await given.setStatus('paused');
    assert.equal((await given.view()).status_reason?.action, "Start it again when you're ready.");
  });

  it('does not say that the cause still exists if the campaign is paused', async () => {
    const held = await scene();
    await held.stop('challenge');
    await server.call(held.user, 'POST /api/profiles/:id/release', { params: { id: held.account.id } });
    assert.match((await held.view()).status_reason?.text ?? '', /was paused because every account in it was/);

    const expired = await scene();
    const endOn = (subscription_end_date: string | null) =>
      app.db.updateTable('users').set({ subscription_end_date }).where('id', '=', expired.user.id).execute();
    await endOn(null);
    assert.equal((await expired.view()).status_reason?.text, 'Your subscription has expired.');
    await pauseWithoutSubscription(app);
    await endOn('2999-01-01');
    assert.match((await expired.view()).status_reason?.text ?? '', /was paused because your subscription expired/);
  });

  it('says that messages need an answer, not that people were missed, if the campaign was stopped with nobody left', async () => {
    const given = await scene({ recipients: ['anna', 'ben'] });
    await given.sendOne();
    await given.commitOne();
    await given.setStatus('completed');
    const { status, total_sent, total_failed, total_unknown, status_reason } = await given.view();
    assert.deepEqual([status, total_sent, total_failed, total_unknown], ['completed', 1, 1, 1]);
    assert.deepEqual([status_reason?.code, status_reason?.text], ['unknown_outcomes', '1 message needs your answer.']);
  });

  it('is no longer shown once the campaign continues', async () => {
    const given = await scene();
    await given.setStatus('paused');
    await given.setStatus('running');
    assert.equal((await given.view()).status_reason, null);
  });
});

describe('a running campaign with nobody left', () => {
  it('is ended by the background sweep if nothing has ended it before', async () => {
    const given = await scene({ recipients: ['anna'] });
    await app.db
      .updateTable('deliveries')
      .set({ status: 'unknown' })
      .where('campaign_id', '=', given.campaign.id)
      .execute();
    await app.db.updateTable('campaigns').set({ total_failed: 1 }).where('id', '=', given.campaign.id).execute();
    await settleStuckCampaigns(app);
    assert.equal((await given.view()).status, 'failed');
  });

  it('is ended by the background sweep if everyone who is still pending was removed from the list', async () => {
    const given = await scene({ recipients: ['anna'] });
    await app.db
      .updateTable('deliveries')
      .set({ recipient_id: null })
      .where('campaign_id', '=', given.campaign.id)
      .execute();
    await settleStuckCampaigns(app);
    assert.equal((await given.view()).status, 'completed');
  });
});
