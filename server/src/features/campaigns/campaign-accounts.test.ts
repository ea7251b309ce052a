import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign, makeDue } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

const change = (user: TestUser, id: number, profiles_used: number[]) =>
  server.call(user, 'PUT /api/campaigns/:id/profiles', { params: { id }, body: { profiles_used } });
const refuse = (user: TestUser, id: number, profiles_used: number[]) =>
  server.refuse(user, 'PUT /api/campaigns/:id/profiles', { params: { id }, body: { profiles_used } });

describe('a campaign’s accounts', () => {
  for (const status of ['pending', 'paused'] as const) {
    it(`can be changed while the campaign is ${status}`, async () => {
      const user = await buildUser(app);
      const { id, accounts } = await buildCampaign(app, user, { status });
      const other = await buildAccount(app, user);
      const { campaign } = await change(user, id, [other.id, other.id]);
      assert.deepEqual([campaign.status, campaign.profiles_used], [status, [other.id]]);
      const both = [accounts[0]?.id ?? 0, other.id];
      assert.deepEqual((await change(user, id, both)).campaign.profiles_used, both);
    });
  }

  for (const status of ['running', 'completed'] as const) {
    it(`cannot be changed while the campaign is ${status}`, async () => {
      const user = await buildUser(app);
      const { id, accounts } = await buildCampaign(app, user, { status });
      const refusal = await refuse(user, id, [accounts[0]?.id ?? 0]);
      assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state']);
    });
  }

  it('cannot be empty, or include an account that is switched off or removed, belongs to another user, or uses a personal Firefox profile', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user);
    assert.equal((await refuse(user, id, [])).error, 'Choose at least one account');
    const off = await buildAccount(app, user, { is_active: false });
    assert.match((await refuse(user, id, [off.id])).error, /switched on/);
    const removed = await buildAccount(app, user, { deleted_at: new Date() });
    assert.equal((await refuse(user, id, [removed.id])).status, 404);
    const others = await buildAccount(app, await buildUser(app));
    assert.equal((await refuse(user, id, [others.id])).status, 404);
    const own = await buildAccount(app, user, { profile_path: '/p/ab12cd34.default-release' });
    assert.match((await refuse(user, id, [own.id])).error, /personal Firefox profile/);
    const named = await buildAccount(app, user, { profile_name: 'default', profile_path: '/p/ab12cd34.shop' });
    assert.deepEqual((await change(user, id, [named.id])).campaign.profiles_used, [named.id]);
  });

  it('stay in the campaign’s results after they are replaced and removed', async () => {
    const given = await scene();
    await given.sendOne();
    const params = { id: given.campaign.id };
    await server.call(given.user, 'PUT /api/campaigns/:id/status', { params, body: { status: 'paused' } });
    const other = await buildAccount(app, given.user);
    await change(given.user, given.campaign.id, [other.id]);
    await server.call(given.user, 'DELETE /api/profiles/:id', { params: { id: given.account.id } });
    const { profilePerformance } = await server.call(given.user, 'GET /api/campaigns/:id/profile-performance', {
      params,
    });
    assert.deepEqual(
      profilePerformance.map((row) => [row.profile_id, row.messages_sent, row.is_deleted]),
      [
        [given.account.id, 1, true],
        [other.id, 0, false],
      ],
    );
  });

  it('can be replaced if the only account is on hold, so that the campaign can continue', async () => {
    const given = await scene();
    await given.stop('challenge');
    const other = await buildAccount(app, given.user, { installation_id: given.agent.installationId });
    await change(given.user, given.campaign.id, [other.id]);
    await server.call(given.user, 'POST /api/campaigns/:id/start', { params: given.params });
    assert.equal((await given.claimOne(other.id)).recipient, 'anna');
    assert.equal(reasonOf(await given.claim(given.account.id)), 'campaign_not_running');
  });

  it('still check, after they are replaced, whether their last message arrived', async () => {
    const given = await scene({ recipients: ['anna', 'ben'] });
    const delivery = await given.commitOne();
    await given.fallSilent(delivery);
    await given.setStatus('paused');
    const other = await buildAccount(app, given.user, { installation_id: given.agent.installationId });
    await change(given.user, given.campaign.id, [other.id]);
    await given.setStatus('running');
    await given.report(await given.claimCheck(delivery), 'sent');
    await makeDue(app, other);
    assert.equal((await given.claimOne(other.id)).recipient, 'ben');
    assert.deepEqual(await given.counters(), [2, 1, 0, 0]);
  });

  it('don’t include a removed account that is added again after the campaign was started without it', async () => {
    const given = await scene({ accounts: 2, status: 'paused' });
    const { user, account, campaign, another } = given;
    await server.call(user, 'DELETE /api/profiles/:id', { params: { id: account.id } });
    await given.setStatus('running');
    const { profile_name, profile_path } = account;
    const again = await server.call(user, 'POST /api/profiles', { body: { profile_name, profile_path } });
    assert.equal(again.profile.id, account.id);
    const codes = async () => (await given.view()).accounts.map(({ reason }) => reason);
    assert.deepEqual(await codes(), ['account_added_again', null]);
    const second = campaign.accounts[1]?.id ?? 0;
    await given.stop('challenge', second);
    assert.equal((await given.view()).status, 'paused', 'no other account can send');
    await server.call(user, 'POST /api/profiles/:id/release', { params: { id: second } });
    await given.setStatus('running');
    assert.deepEqual(await codes(), [null, null]);
    await given.setStatus('paused');
    const next = await another({ accounts: [account] });
    assert.equal((await given.view(next.id)).status, 'running');
  });

  it('are named in the error if the campaign cannot start because another campaign uses them', async () => {
    const user = await buildUser(app);
    const running = await buildCampaign(app, user, { status: 'running', name: 'First' });
    const { id } = await buildCampaign(app, user, { name: 'Second' });
    await change(user, id, [running.accounts[0]?.id ?? 0]);
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id } });
    assert.deepEqual(refusal.conflicting_profiles, [{ name: running.accounts[0]?.profile_name, campaign: 'First' }]);
  });
});

describeAccess(server, [
  {
    key: 'PUT /api/campaigns/:id/profiles',
    input: async (owner) => {
      const { id, accounts } = await buildCampaign(app, owner);
      return { params: { id }, body: { profiles_used: accounts.map((account) => account.id) } };
    },
    isOwned: true,
  },
  {
    key: 'GET /api/campaigns/:id/unknown',
    input: async (owner) => ({ params: { id: (await buildCampaign(app, owner)).id } }),
    isOwned: true,
  },
  {
    key: 'POST /api/campaigns/:id/unknown/:deliveryId',
    input: async (owner) => ({
      params: { id: (await buildCampaign(app, owner, { status: 'running' })).id, deliveryId: 1 },
      body: { was_sent: true },
    }),
    isOwned: true,
  },
]);
