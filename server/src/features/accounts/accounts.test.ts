import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildAgent, buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

const newAccount = () => ({ profile_name: uniqueName('account-'), profile_path: `/profiles/${uniqueName('p')}` });

describe('accounts', () => {
  it('are added and changed, and never tell a password', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const body = { ...newAccount(), insta_username: '@shop', insta_password: 'secret words' };
    const { profile } = await server.call(user, 'POST /api/profiles', { body });
    assert.equal(profile.is_active, 1);
    assert.equal(profile.insta_username, 'shop');
    assert.equal(profile.has_password, true);
    const { profiles } = await server.call(user, 'GET /api/profiles');
    assert.ok(!JSON.stringify(profiles).includes('secret words'));
    const stored = await app.db
      .selectFrom('profiles')
      .selectAll()
      .where('id', '=', profile.id)
      .executeTakeFirstOrThrow();
    assert.ok(!stored.insta_password_sealed?.includes('secret words'));

    const params = { id: profile.id };
    await server.call(user, 'PUT /api/profiles/:id', { params, body: { ...body, insta_password: '' } });
    const credentials = await server.call(agent, 'POST /api/agent/profiles/:id/credentials', { params });
    assert.deepEqual(credentials, { insta_username: 'shop', insta_password: 'secret words' });
  });

  it('cannot be two on one browser profile', async () => {
    const user = await buildUser(app);
    const body = newAccount();
    await server.call(user, 'POST /api/profiles', { body });
    const refusal = await server.refuse(user, 'POST /api/profiles', { body });
    assert.equal(refusal.code, 'name_taken');
    assert.ok(refusal.fields?.['profile_path']);
  });

  it('are at most ten in the starter pack, also when all are added at once', async () => {
    const user = await buildUser(app);
    const replies = await Promise.all(
      Array.from({ length: 14 }, () => server.send(user, { method: 'POST', url: '/api/profiles', body: newAccount() })),
    );
    assert.equal(replies.filter((reply) => reply.status === 200).length, 10);
    const refused = replies.filter((reply) => reply.text.includes('pack_limit_reached'));
    assert.equal(refused.length, 4);
    assert.match(
      refused[0]?.text ?? '',
      /The Starter pack allows 10 accounts\. Upgrade to Pro for unlimited accounts\./,
    );
    const info = await server.call(user, 'GET /api/profiles/pack-info');
    assert.deepEqual(info, {
      currentProfileCount: 10,
      canAddMore: false,
      pack: 'starter',
      packInfo: { name: 'Starter', maxProfiles: 10 },
    });
  });

  it('are not on the profile of the user’s own browser, by name or by path, not by an edit either', async () => {
    const user = await buildUser(app);
    const { id } = await buildAccount(app, user);
    for (const [field, value] of [
      ['profile_name', 'Default-Release'],
      ['profile_path', '/p/ab12cd34.default-esr'],
    ] as const) {
      const body = { ...newAccount(), [field]: value };
      const added = await server.refuse(user, 'POST /api/profiles', { body });
      assert.deepEqual([added.code, Object.keys(added.fields ?? {})], ['validation_failed', [field]]);
      const changed = await server.refuse(user, 'PUT /api/profiles/:id', { params: { id }, body });
      assert.deepEqual([changed.code, Object.keys(changed.fields ?? {})], ['validation_failed', [field]]);
    }
    assert.equal((await server.call(user, 'GET /api/profiles/pack-info')).currentProfileCount, 1);
  });

  it('need a name and a path, and say so under each field', async () => {
    const user = await buildUser(app);
    const refusal = await server.refuse(user, 'POST /api/profiles', { body: { profile_name: ' ', profile_path: '' } });
    assert.deepEqual(refusal.fields, {
      profile_name: 'Profile name is required',
      profile_path: 'Profile path is required',
    });
  });

  it('are searched by name and path, wildcards taken as they are', async () => {
    const user = await buildUser(app);
    const shop = await buildAccount(app, user, { profile_name: 'Shop 100%', profile_path: '/p/one' });
    const blog = await buildAccount(app, user, { profile_name: 'Blog', profile_path: '/p/shop_two' });
    const found = async (search: string) =>
      (await server.call(user, 'GET /api/profiles', { query: { search } })).profiles.map(({ id }) => id);
    assert.deepEqual(await found('sHOP'), [shop.id, blog.id]);
    assert.deepEqual(await found('0%'), [shop.id]);
    assert.deepEqual(await found('p_t'), [blog.id]);
  });

  it('have no limit in the pro pack', async () => {
    const user = await buildUser(app, { pack: 'pro' });
    for (let number = 0; number < 11; number += 1)
      await server.call(user, 'POST /api/profiles', { body: newAccount() });
    assert.equal((await server.call(user, 'GET /api/profiles/pack-info')).packInfo.maxProfiles, null);
  });

  it('come all at once without a page, and in pages with one', async () => {
    const user = await buildUser(app, { pack: 'pro' });
    for (let number = 0; number < 12; number += 1) await buildAccount(app, user);
    assert.equal((await server.call(user, 'GET /api/profiles')).profiles.length, 12);
    const second = await server.call(user, 'GET /api/profiles', { query: { page: 2, limit: 5 } });
    assert.equal(second.profiles.length, 5);
    assert.deepEqual(second.pagination, { currentPage: 2, totalPages: 3, totalItems: 12, itemsPerPage: 5 });
  });

  it('that a running campaign uses cannot be removed; without it they can', async () => {
    const user = await buildUser(app);
    const { id, accounts } = await buildCampaign(app, user, { status: 'running', name: 'Busy' });
    const params = { id: accounts[0]?.id ?? 0 };
    assert.match((await server.refuse(user, 'DELETE /api/profiles/:id', { params })).error, /Busy/);
    const { profiles } = await server.call(user, 'GET /api/profiles');
    assert.deepEqual(profiles[0]?.in_use_by, { id, name: 'Busy' });
    await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id } });
    await server.call(user, 'DELETE /api/profiles/:id', { params });
    assert.deepEqual((await server.call(user, 'GET /api/profiles')).profiles, []);
  });

  it('switched off one after the other pause the campaign with the last', async () => {
    const user = await buildUser(app);
    const { id, accounts } = await buildCampaign(app, user, { status: 'running', accounts: 2 });
    const statuses: string[] = [];
    for (const account of accounts) {
      const { profile } = await server.call(user, 'PUT /api/profiles/:id/toggle', { params: { id: account.id } });
      assert.equal(profile.is_active, 0);
      statuses.push((await server.call(user, 'GET /api/campaigns/:id', { params: { id } })).campaign.status);
    }
    assert.deepEqual(statuses, ['running', 'paused']);
  });
});

describe('opening accounts', () => {
  it('asks the agent once, however often the user asks', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const account = await buildAccount(app, user);
    const body = { profile_path: account.profile_path };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => server.call(user, 'POST /api/profiles/open', { body })),
    );
    assert.equal(answers.filter((answer) => answer.success).length, 1);
    assert.equal(answers.filter((answer) => answer.profile_already_processing).length, 3);

    const { request } = await server.call(agent, 'POST /api/agent/requests/claim');
    assert.ok(request);
    assert.equal(request.request_type, 'open');
    assert.equal(request.accounts[0]?.profile_path, account.profile_path);
    assert.equal((await server.call(agent, 'POST /api/agent/requests/claim')).request, null);
    const report = { params: { id: request.id }, body: { fence: request.fence, status: 'completed' as const } };
    assert.equal((await server.call(agent, 'POST /api/agent/requests/:id/result', report)).recorded, true);
    assert.equal((await server.call(agent, 'POST /api/agent/requests/:id/result', report)).recorded, false);
    const { requests } = await server.call(user, 'GET /api/profiles/requests');
    assert.equal(requests[0]?.status, 'completed');
    assert.equal((await server.call(user, 'POST /api/profiles/open', { body })).success, true);
  });

  it('of all skips what a campaign uses and says why', async () => {
    const user = await buildUser(app);
    const busy = await buildCampaign(app, user, { status: 'running' });
    await buildAccount(app, user);
    await buildAccount(app, user, { is_active: false });
    const answer = await server.call(user, 'POST /api/profiles/open-all');
    assert.equal(answer.opened, 1);
    assert.deepEqual(answer.skipped_details, [
      {
        profile_name: busy.accounts[0]?.profile_name,
        reason: 'This profile is currently being used in a running campaign',
      },
    ]);
    const nobody = await server.call(await buildUser(app), 'POST /api/profiles/open-all');
    assert.deepEqual(nobody.warnings, [{ message: 'No active profiles to open' }]);
  });

  it('fails with a reason when no agent takes it within a minute', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    await server.call(user, 'POST /api/profiles/open', { body: { profile_path: account.profile_path } });
    await app.db
      .updateTable('agent_requests')
      .set({ created_at: new Date(Date.now() - 61_000) })
      .where('user_id', '=', user.id)
      .execute();
    assert.equal((await server.call(user, 'POST /api/profiles/requests/cleanup')).cleaned, 1);
    const { requests } = await server.call(user, 'GET /api/profiles/requests');
    assert.equal(requests[0]?.status, 'failed');
    assert.match(requests[0]?.error_message ?? '', /No agent took this request/);
  });

  it('fails when the agent that took it falls silent', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const account = await buildAccount(app, user);
    await server.call(user, 'POST /api/profiles/open', { body: { profile_path: account.profile_path } });
    const { request } = await server.call(agent, 'POST /api/agent/requests/claim');
    await app.db
      .updateTable('agent_requests')
      .set({ lease_expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', request?.id ?? 0)
      .execute();
    const { requests } = await server.call(user, 'GET /api/profiles/requests');
    assert.equal(requests[0]?.status, 'failed');
    const refusal = await server.refuse(agent, 'POST /api/agent/requests/:id/renew', {
      params: { id: request?.id ?? 0 },
      body: { fence: request?.fence ?? 0 },
    });
    assert.equal(refusal.code, 'lease_lost');
  });
});

const withAccount = async (owner: TestUser) => ({ params: { id: (await buildAccount(app, owner)).id } });

describeAccess(server, [
  { key: 'GET /api/profiles' },
  { key: 'POST /api/profiles', input: () => Promise.resolve({ body: newAccount() }) },
  {
    key: 'PUT /api/profiles/:id',
    input: async (owner) => ({ ...(await withAccount(owner)), body: newAccount() }),
    isOwned: true,
  },
  { key: 'DELETE /api/profiles/:id', input: withAccount, isOwned: true },
  { key: 'PUT /api/profiles/:id/toggle', input: withAccount, isOwned: true },
  { key: 'GET /api/profiles/pack-info' },
  { key: 'GET /api/profiles/requests' },
  { key: 'POST /api/profiles/requests/cleanup' },
  {
    key: 'POST /api/profiles/open',
    input: async (owner) => ({ body: { profile_path: (await buildAccount(app, owner)).profile_path } }),
    isOwned: true,
  },
  { key: 'POST /api/profiles/:id/sign-in', input: withAccount, isOwned: true },
  { key: 'POST /api/profiles/open-all' },
  { key: 'POST /api/profiles/close-all' },
]);
