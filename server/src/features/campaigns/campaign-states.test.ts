import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { syncBody, takeRequest } from '../../testing/agent-calls.ts';
import { buildComputer, buildUser } from '../../testing/builders.ts';
import { buildCampaign, viewCampaign } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

describe('starting a campaign', () => {
  it('includes the pending people on the list, and logs the start', async () => {
    const user = await buildUser(app);
    const { id, listId } = await buildCampaign(app, user);
    await app.db
      .updateTable('recipients')
      .set({ status: 'sent' })
      .where('list_id', '=', listId)
      .where('recipient', '=', 'ben')
      .execute();
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
    assert.equal(campaign.status, 'running');
    assert.equal(campaign.total_list, 2);
    assert.deepEqual(
      campaign.logs.map((log) => [log.seq, log.action]),
      [[1, 'started']],
    );
  });

  it('gives the campaign a rate and an expected end, which are shown only while an agent is online', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    const offline = await viewCampaign(server, user, id);
    assert.deepEqual([offline.rate_per_hour, offline.expected_end_at], [null, null]);
    await buildComputer(app, user);
    const online = await viewCampaign(server, user, id);
    // The pause takes 400 seconds on average, and each message takes 30 more.
    assert.equal(online.rate_per_hour, 8.4);
    assert.ok(Date.parse(online.expected_end_at ?? '') > Date.now());
  });

  it('succeeds for only one of many concurrent requests', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => server.send(user, { method: 'POST', url: `/api/campaigns/${id}/start` })),
    );
    assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
    assert.ok(replies.every((reply) => reply.status === 200 || reply.status === 409));
    assert.equal((await viewCampaign(server, user, id)).total_list, 3);
  });

  it('succeeds for only one of two campaigns that share an account and are started at the same time', async () => {
    const user = await buildUser(app);
    const first = await buildCampaign(app, user, { name: 'One' });
    const second = await buildCampaign(app, user, { name: 'Two', accounts: first.accounts });
    const replies = await Promise.all(
      [first, second].map(({ id }) => server.send(user, { method: 'POST', url: `/api/campaigns/${id}/start` })),
    );
    assert.deepEqual(
      replies.map((reply) => reply.status).toSorted((a, b) => a - b),
      [200, 409],
    );
    const refused = replies.find((reply) => reply.status === 409);
    assert.match(refused?.text ?? '', /"code":"profiles_in_use"/);
    assert.match(refused?.text ?? '', /"conflicting_profiles":\[\{/);
  });

  it('is refused when nobody is pending', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { recipients: [] });
    const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id } });
    assert.equal(refusal.code, 'invalid_state');
    assert.equal((await viewCampaign(server, user, id)).status, 'pending');
  });

  it('begins from scratch if an earlier start was interrupted while creating deliveries', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user);
    await app.db
      .insertInto('deliveries')
      .values({ user_id: user.id, campaign_id: id, recipient: 'gone-meanwhile' })
      .execute();
    await app.db
      .updateTable('campaigns')
      .set({ preparation: 'a process that died', preparing_until: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
    assert.equal(campaign.total_list, 3);
  });
});

describe('changing a campaign’s status', () => {
  const moves = [
    ['pending', 'start', 200],
    ['paused', 'start', 200],
    ['running', 'start', 409],
    ['completed', 'start', 409],
    ['running', 'pause', 200],
    ['pending', 'pause', 409],
    ['paused', 'pause', 409],
    ['completed', 'pause', 409],
    ['running', 'stop', 200],
    ['paused', 'stop', 200],
    ['pending', 'stop', 409],
    ['completed', 'stop', 409],
  ] as const;
  for (const [status, move, expected] of moves) {
    it(`${move} returns ${expected} for a ${status} campaign`, async () => {
      const user = await buildUser(app);
      const { id } = await buildCampaign(app, user, { status });
      const request =
        move === 'pause'
          ? { method: 'PUT', url: `/api/campaigns/${id}/status`, body: { status: 'paused' } }
          : { method: 'POST', url: `/api/campaigns/${id}/${move}` };
      assert.equal((await server.send(user, request)).status, expected);
    });
  }

  it('a failed campaign cannot be started, paused or stopped', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'completed' });
    await app.db.updateTable('campaigns').set({ status: 'failed' }).where('id', '=', id).execute();
    for (const status of ['running', 'paused', 'completed'] as const) {
      const refusal = await server.refuse(user, 'PUT /api/campaigns/:id/status', { params: { id }, body: { status } });
      assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state'], status);
    }
  });

  it('resuming through the status endpoint requires a subscription, but pausing and stopping do not', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    await app.db.updateTable('users').set({ subscription_end_date: null }).where('id', '=', user.id).execute();
    const set = (status: string) =>
      server.send(user, { method: 'PUT', url: `/api/campaigns/${id}/status`, body: { status } });
    assert.equal((await set('paused')).status, 200);
    const resumed = await set('running');
    assert.equal(resumed.status, 403);
    assert.match(resumed.text, /"code":"subscription_required"/);
    assert.equal((await set('completed')).status, 200);
  });

  for (const status of ['pending', 'failed'] as const) {
    it(`no user can set a campaign to ${status}`, async () => {
      const user = await buildUser(app);
      const { id } = await buildCampaign(app, user, { status: 'running' });
      const refusal = await server.refuse(user, 'PUT /api/campaigns/:id/status', { params: { id }, body: { status } });
      assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state']);
    });
  }

  it('pausing frees the accounts, and resuming reserves them again', async () => {
    const user = await buildUser(app);
    const { id, accounts } = await buildCampaign(app, user, { status: 'running' });
    const set = (status: 'paused' | 'running') =>
      server.call(user, 'PUT /api/campaigns/:id/status', { params: { id }, body: { status } });
    assert.equal((await set('paused')).campaign.status_reason?.code, 'paused_by_user');
    const other = await buildCampaign(app, user, { accounts, content: 'Something else', name: 'Other' });
    await server.call(user, 'POST /api/campaigns/:id/start', { params: { id: other.id } });
    const refusal = await server.refuse(user, 'PUT /api/campaigns/:id/status', {
      params: { id },
      body: { status: 'running' },
    });
    assert.equal(refusal.code, 'profiles_in_use');
    await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id: other.id } });
    const { campaign } = await set('running');
    assert.equal(campaign.status, 'running');
    assert.equal(campaign.logs.at(-1)?.message, 'Started again.');
  });

  it('stopping reports how many people were not messaged, and leaves them pending', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id } });
    assert.deepEqual([campaign.status, campaign.total_list], ['completed', 3]);
    assert.equal(campaign.logs.at(-1)?.message, 'You stopped this campaign. 3 people were not messaged.');
  });

  it('stopping asks the agent to close only the windows it opened for the campaign', async () => {
    const user = await buildUser(app);
    const { id, accounts } = await buildCampaign(app, user, { status: 'running', accounts: 2 });
    const agent = await buildComputer(app, user);
    const windows = [
      { profile_id: accounts[0]?.id ?? 0, campaign_id: id },
      { profile_id: accounts[1]?.id ?? 0, campaign_id: null },
    ];
    await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent, { windows }) });
    const stopped = await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id } });
    assert.equal(stopped.profilesClosed, 1);
    const request = await takeRequest(server, agent);
    assert.equal(request.request_type, 'close_campaign');
    assert.deepEqual(
      request.accounts.map((account) => account.profile_id),
      [accounts[0]?.id],
    );
  });

  it('stopping asks each computer that has windows open for the campaign to close them', async () => {
    const user = await buildUser(app);
    const { id, accounts } = await buildCampaign(app, user, { status: 'running', accounts: 2 });
    const agents = [];
    for (const account of accounts) {
      const agent = await buildComputer(app, user, { accounts: [account] });
      const windows = [{ profile_id: account.id, campaign_id: id }];
      await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent, { windows }) });
      agents.push(agent);
    }
    const stopped = await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id } });
    assert.equal(stopped.profilesClosed, 2);
    for (const [index, agent] of agents.entries()) {
      const request = await takeRequest(server, agent);
      assert.deepEqual(
        [request.request_type, request.accounts.map(({ profile_id }) => profile_id)],
        ['close_campaign', [accounts[index]?.id]],
      );
    }
  });

  it('stopping asks the computer on which a window is open to close the window, even if the account is now on another computer', async () => {
    const user = await buildUser(app);
    const { id, accounts } = await buildCampaign(app, user, { status: 'running' });
    const account = accounts[0] ?? assert.fail();
    const old = await buildComputer(app, user);
    const windows = [{ profile_id: account.id, campaign_id: id }];
    await server.call(old, 'POST /api/agent/sync', { body: syncBody(old, { windows }) });
    const other = await buildComputer(app, user, { accounts: [account] });
    const stopped = await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id } });
    assert.equal(stopped.profilesClosed, 1);
    const { requests } = await server.call(other, 'POST /api/agent/sync', { body: syncBody(other) });
    assert.deepEqual(requests, []);
    const request = await takeRequest(server, old);
    assert.deepEqual(
      [request.request_type, request.accounts.map(({ profile_id }) => profile_id)],
      ['close_campaign', [account.id]],
    );
  });
});

describe('a paused campaign in which nobody is left', () => {
  it('ends when the outcome of its last message arrives, and cannot be started before', async () => {
    for (const [outcome, status] of [
      ['sent', 'completed'],
      ['failed', 'failed'],
    ] as const) {
      const { user, params, commitOne, report, setStatus, view } = await scene({ recipients: ['anna'] });
      const last = await commitOne();
      await setStatus('paused');
      const refusal = await server.refuse(user, 'POST /api/campaigns/:id/start', { params });
      assert.deepEqual([refusal.code, refusal.error], ['invalid_state', 'No one is left to message in this campaign.']);
      await report(last, outcome, outcome === 'failed' ? { reason: 'not_delivered' } : {});
      const { status: ended, logs } = await view();
      assert.deepEqual([ended, logs.at(-1)?.message], [status, 'No one is left to message.']);
    }
  });

  it('ends when the last people are removed from its list', async () => {
    const { user, campaign, sendOne, setStatus, view } = await scene({ recipients: ['anna', 'ben'] });
    await sendOne();
    await setStatus('paused');
    const query = { page: 1, limit: 10, status: 'pending' } as const;
    const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', {
      params: { id: campaign.listId },
      query,
    });
    for (const { id } of recipients) await server.call(user, 'DELETE /api/recipients/:id', { params: { id } });
    assert.equal((await view()).status, 'completed');
  });

  it('can be started while an agent still has a claim that may be returned', async () => {
    const { claimOne, setStatus, view } = await scene({ recipients: ['anna'] });
    await claimOne();
    await setStatus('paused');
    await setStatus('running');
    assert.equal((await view()).status, 'running');
  });
});
