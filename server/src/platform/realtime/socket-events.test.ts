import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { syncBody, takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildAgent, buildComputer, buildUser } from '../../testing/builders.ts';
import { buildCampaign, makeDue } from '../../testing/campaign-builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { join, next, nextLog, socketsOn } from '../../testing/sockets.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';

const server = await startBeside(await testServer());
const { app } = server;
const { connected, joined } = await socketsOn(app);

describe('the live connection', () => {
  it('notifies only the user’s browsers of a change', async () => {
    const user = await buildUser(app);
    const stranger = await buildUser(app);
    const socket = await joined(user);
    const strangers = await joined(stranger);
    const heardByStranger: string[] = [];
    strangers.onAny((event: string) => heardByStranger.push(event));
    const { id } = await buildCampaign(app, user);
    const update = next(socket, 'campaign_update');
    const log = next(socket, 'campaign_log');
    await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
    assert.deepEqual(await update, [{ campaign_id: id, status: 'running' }]);
    const [entry] = await log;
    const { seq, action } = z.object({ seq: z.number(), action: z.string() }).parse(entry);
    assert.deepEqual([seq, action], [1, 'started']);
    // The acknowledgment of this event arrives after everything that was sent before it.
    await join(strangers, stranger.id);
    assert.deepEqual(heardByStranger, []);
  });

  it('announces a campaign’s deletion twice', async () => {
    const user = await buildUser(app);
    const socket = await joined(user);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    // The campaign disappears immediately. Its people become pending again in batches, after which browsers are notified again.
    const told = Promise.withResolvers<number[]>();
    const deleted: number[] = [];
    socket.on('campaign_update', ({ campaign_id, status }) => {
      if (status === 'deleted') deleted.push(campaign_id);
      if (deleted.length === 2) told.resolve(deleted);
    });
    await server.call(user, 'DELETE /api/campaigns/:id', { params: { id } });
    assert.deepEqual(await told.promise, [id, id]);
  });

  it('announces each new reason why an account is not sending', async () => {
    const { user, campaign, account, claimOne, report, view } = await scenesOn(server)();
    const socket = await joined(user);
    const shown = async () => (await view()).accounts[0]?.reason;
    for (const [outcome, reason, expected] of [
      ['released', 'profile_in_use', 'profile_in_use'],
      ['not_found', 'not_found', 'waiting_for_time'],
    ] as const) {
      await makeDue(app, account);
      const delivery = await claimOne();
      const told = next(socket, 'campaign_update');
      await report(delivery, outcome, { reason });
      assert.deepEqual(await told, [{ campaign_id: campaign.id, status: 'running' }]);
      assert.equal(await shown(), expected);
    }
  });

  it('announces a corrected log entry with its original number', async () => {
    const { user, params, commitOne, report } = await scenesOn(server)({ recipients: ['anna'] });
    const delivery = await commitOne();
    const socket = await joined(user);
    const given = nextLog(socket, 'message_unknown');
    await server.call(user, 'POST /api/campaigns/:id/stop', { params });
    const unknown = await given;
    const corrected = nextLog(socket, 'message_sent');
    await report(delivery, 'sent');
    const sent = await corrected;
    assert.deepEqual(sent, { ...unknown, action: 'message_sent', message: null, created_at: sent.created_at });
  });

  it('announces each sent message, with the counters and the log entry', async () => {
    const { user, campaign, account, sendOne } = await scenesOn(server)();
    const socket = await joined(user);
    const progress = next(socket, 'campaign_progress_update');
    const log = nextLog(socket, 'message_sent');
    await sendOne();
    assert.deepEqual(await progress, [{ campaignId: campaign.id, total_sent: 1, total_failed: 0, total_list: 3 }]);
    const entry = await log;
    assert.deepEqual(
      [entry.campaign_id, entry.campaign_name, entry.recipient, entry.profile_name],
      [campaign.id, 'Spring', 'anna', account.profile_name],
    );
  });

  it('announces each status of a request to the agent', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const socket = await joined(user);
    const heard: unknown[] = [];
    const ended = new Promise<void>((resolve) => {
      socket.on('agent_request_update', ({ request_type, status }) => {
        heard.push([request_type, status]);
        if (status === 'failed') resolve();
      });
    });
    await server.call(user, 'GET /api/firefox-profiles');
    const { id, fence } = await takeRequest(server, agent);
    await server.call(agent, 'POST /api/agent/requests/:id/result', {
      params: { id },
      body: { fence, status: 'failed' },
    });
    await ended;
    assert.deepEqual(
      heard,
      ['pending', 'running', 'failed'].map((status) => ['profiles_list', status]),
    );
  });

  it('does not announce a change that was refused', async () => {
    const user = await buildUser(app);
    const socket = await joined(user);
    const heard: string[] = [];
    socket.onAny((event: string) => heard.push(event));
    const { id } = await buildCampaign(app, user, { recipients: [] });
    await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id } });
    await join(socket, user.id);
    assert.deepEqual(heard, []);
  });

  it('wakes the agent when there is work', async () => {
    const user = await buildUser(app);
    const socket = await connected(await buildAgent(app, user));
    const woken = next(socket, 'agent_work');
    await buildCampaign(app, user, { status: 'running' });
    await woken;
  });

  it('wakes the agent when an account’s limits change, because the agent is still waiting under the old limits', async () => {
    const user = await buildUser(app);
    const { id, profile_name, profile_path } = await buildAccount(app, user);
    const socket = await connected(await buildAgent(app, user));
    const woken = next(socket, 'agent_work');
    const body = { profile_name, profile_path, daily_limit: null };
    await server.call(user, 'PUT /api/profiles/:id', { params: { id }, body });
    await woken;
  });

  it('notifies a user’s browsers when an administrator changes the user', async () => {
    const user = await buildUser(app);
    const admin = await buildUser(app, { role: 'admin' });
    const socket = await joined(user);
    const changed = next(socket, 'user_update');
    const body = { username: user.username, subscription_end_date: '2020-01-31' };
    await server.call(admin, 'PUT /api/users/:id', { params: { id: user.id }, body });
    assert.deepEqual(await changed, []);
  });

  it('announces only once that a computer has found the Firefox profiles of accounts, even if it finds them again', async () => {
    const user = await buildUser(app);
    const accounts = [await buildAccount(app, user), await buildAccount(app, user)];
    const agent = await buildAgent(app, user);
    const socket = await joined(user);
    const told: unknown[] = [];
    socket.on('account_update', (event) => told.push(event));
    const paths = accounts.map(({ id, profile_path: path }) => ({ profile_id: id, path, is_mine: true, folder: path }));
    for (const _time of ['first', 'again'])
      await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent, { paths }) });
    await join(socket, user.id);
    assert.deepEqual(told, [{ profile_id: accounts[0]?.id }]);
  });

  it('notifies the browsers when an account is put on hold, and when its owner ends the hold or moves the account', async () => {
    const user = await buildUser(app);
    const account = await buildAccount(app, user);
    const agent = await buildComputer(app, user);
    const socket = await joined(user);
    const params = { id: account.id };
    const began = next(socket, 'account_update');
    await server.call(agent, 'POST /api/agent/profiles/:id/stop', { params, body: { reason: 'challenge' } });
    assert.deepEqual(await began, [{ profile_id: account.id }]);
    const ended = next(socket, 'account_update');
    await server.call(user, 'POST /api/profiles/:id/release', { params });
    assert.deepEqual(await ended, [{ profile_id: account.id }]);
    const moved = next(socket, 'account_update');
    await server.call(user, 'PUT /api/profiles/:id/computer', { params, body: { computer_id: null } });
    assert.deepEqual(await moved, [{ profile_id: account.id }]);
  });

  it('notifies the browsers when an account is added, changed, switched off or removed', async () => {
    const user = await buildUser(app);
    const socket = await joined(user);
    const body = { profile_name: 'shop', profile_path: '/p/ab12cd34.shop' };
    const added = next(socket, 'account_update');
    const { profile } = await server.call(user, 'POST /api/profiles', { body });
    const told = [{ profile_id: profile.id }];
    assert.deepEqual(await added, told);
    const params = { id: profile.id };
    for (const act of [
      () => server.call(user, 'PUT /api/profiles/:id', { params, body: { daily_limit: 9 } }),
      () => server.call(user, 'PUT /api/profiles/:id/toggle', { params, body: { is_active: false } }),
      () => server.call(user, 'DELETE /api/profiles/:id', { params }),
    ]) {
      const changed = next(socket, 'account_update');
      await act();
      assert.deepEqual(await changed, told);
    }
  });

  it('announces only once that one call changed several accounts, and wakes the agent', async () => {
    const user = await buildUser(app);
    const profile_ids = [(await buildAccount(app, user)).id, (await buildAccount(app, user)).id];
    const socket = await joined(user);
    const agent = await connected(await buildAgent(app, user));
    const told: unknown[] = [];
    socket.on('account_update', (event) => told.push(event));
    for (const more of [{ daily_limit: 9 }, { is_active: false }, { is_active: true, ramp: null }]) {
      const woken = next(agent, 'agent_work');
      await server.call(user, 'PUT /api/profiles', { body: { profile_ids, ...more } });
      await woken;
      await join(socket, user.id);
      assert.deepEqual(told.splice(0), [{ profile_id: profile_ids[0] }]);
    }
  });

  it('notifies the browsers when an agent comes online and goes offline', async () => {
    const user = await buildUser(app);
    const agent = await buildAgent(app, user);
    const socket = await joined(user);
    const came = next(socket, 'agent_presence');
    await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) });
    assert.deepEqual(await came, [{ online: true, is_paused: false }]);
    const went = next(socket, 'agent_presence');
    await server.call(agent, 'POST /api/agent/sign-off');
    assert.deepEqual(await went, [{ online: false, is_paused: false }]);
  });

  it('notifies the browser that stays signed in when all of the user’s computers are disconnected', async () => {
    const user = await buildUser(app);
    await buildComputer(app, user);
    const socket = await joined(user);
    const went = next(socket, 'agent_presence');
    await server.call(user, 'POST /api/sessions/end-others', { body: { computers: true } });
    assert.deepEqual(await went, [{ online: false, is_paused: false }]);
  });
});
