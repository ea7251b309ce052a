import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { syncBody } from '../../testing/agent-calls.ts';
import { buildAccount, buildAgent, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { noticeTextsOf } from '../../testing/notices.ts';
import { startTestServer, testServer } from '../../testing/test-server.ts';
import { notifyAgentsAway, notifyAgentUpdates } from './notice-sweep.service.ts';

const server = await testServer();
const { app } = server;
const minuteMs = 60_000;
const dayMs = 86_400_000;

describe('a notice that a computer isn’t connected', () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs);

  /** Makes it look as if an agent was last seen this many minutes ago. */
  const markSeen = (agent: { id: number }, minutes: number) =>
    app.db
      .updateTable('agent_tokens')
      .set({ last_seen_at: ago(minutes) })
      .where('id', '=', agent.id)
      .execute();

  /** Builds a user whose campaign was started `startedAgo` minutes ago and whose agent was last seen `seenAgo` minutes ago. */
  async function waiting({ startedAgo = 10, seenAgo = 6 } = {}) {
    const user = await buildUser(app);
    const campaign = await buildCampaign(app, user, { status: 'running' });
    const agent = await buildComputer(app, user, { name: 'Office PC' });
    const set = {
      started: (minutes: number, { id } = campaign) =>
        app.db
          .updateTable('campaigns')
          .set({ started_at: ago(minutes) })
          .where('id', '=', id)
          .execute(),
      seen: (minutes: number) => markSeen(agent, minutes),
      noticed: (minutes: number) =>
        app.db
          .updateTable('notices')
          .set({ created_at: ago(minutes) })
          .where('user_id', '=', user.id)
          .execute(),
    };
    await set.started(startedAgo);
    await set.seen(seenAgo);
    /** Builds a second running campaign, which was started this many minutes ago. */
    const startAnother = async (minutes: number) => {
      const another = await buildCampaign(app, user, { name: 'Autumn', recipients: ['dora'], status: 'running' });
      const [account] = another.accounts;
      await app.db
        .updateTable('profiles')
        .set({ installation_id: agent.installationId })
        .where('id', '=', account?.id ?? 0)
        .execute();
      await set.started(minutes, another);
      return another;
    };
    const texts = () => noticeTextsOf(server, user);
    return { user, campaign, agent, set, startAnother, texts };
  }

  it('is written once while the agent is offline, and again the next time it goes offline', async () => {
    const { set, texts } = await waiting();
    await notifyAgentsAway(app);
    await notifyAgentsAway(app);
    assert.deepEqual(await texts(), [
      {
        kind: 'agent_away',
        title: 'Office PC isn’t connected',
        message: `“Spring” can’t send from that computer. Start Sandpiper Agent there.`,
        path: '/settings',
      },
    ]);
    await set.noticed(20);
    await set.seen(5.5);
    await notifyAgentsAway(app);
    assert.equal((await texts()).length, 2);
  });

  it('is written again, with the number of campaigns that cannot send, when another campaign starts while the agent is offline', async () => {
    const { set, startAnother, texts } = await waiting();
    await notifyAgentsAway(app);
    const another = await startAnother(0);
    await notifyAgentsAway(app);
    assert.equal((await texts()).length, 1);
    await set.noticed(4);
    await set.started(7, another);
    await notifyAgentsAway(app);
    assert.match((await texts())[0]?.message ?? '', /^2 campaigns can’t send from that computer\./);
  });

  it('is not written again if the agent’s token is revoked, or if the campaign that was started last is deleted', async () => {
    const { user, agent, startAnother, texts } = await waiting();
    const { id } = await startAnother(7);
    await notifyAgentsAway(app);
    await server.call(user, 'DELETE /api/agent-tokens/:id', { params: { id: agent.id } });
    await notifyAgentsAway(app);
    await server.call(user, 'DELETE /api/campaigns/:id', { params: { id } });
    await notifyAgentsAway(app);
    assert.equal((await texts()).length, 1);
  });

  it('advises the user to install the agent only if the server refused the version on that computer', async () => {
    const { user, agent, texts } = await waiting();
    const older = await buildAgent(app, user, { name: 'Old laptop' });
    const refuse = ({ id }: { id: number }) =>
      app.db
        .updateTable('agent_tokens')
        .set({ outdated_at: ago(5) })
        .where('id', '=', id)
        .execute();
    const messages = async () => (await texts()).map(({ message }) => message);
    await refuse(older);
    await notifyAgentsAway(app);
    assert.match((await messages())[0] ?? '', /Start Sandpiper Agent there/);
    await app.db.deleteFrom('notices').where('user_id', '=', user.id).execute();
    await refuse(agent);
    await notifyAgentsAway(app);
    assert.match((await messages())[0] ?? '', /Sign in there and install Sandpiper Agent from Settings\./);
  });

  it('is written while another computer is connected, once for each computer that a running campaign needs', async () => {
    const { user, set, startAnother, texts } = await waiting({ seenAgo: 1 });
    const another = await startAnother(20);
    const laptop = await buildComputer(app, user, { name: 'Laptop', accounts: another.accounts });
    await buildAgent(app, user, { name: 'Unused tablet' });
    await notifyAgentsAway(app);
    assert.deepEqual(await texts(), []);
    await markSeen(laptop, 6);
    await notifyAgentsAway(app);
    await notifyAgentsAway(app);
    const shown = async () => (await texts()).map(({ title, message }) => `${title}. ${message}`);
    assert.deepEqual(await shown(), [
      'Laptop isn’t connected. “Autumn” can’t send from that computer. Start Sandpiper Agent there.',
    ]);
    await markSeen(laptop, 0);
    await set.seen(6);
    await notifyAgentsAway(app);
    assert.equal((await shown()).length, 2);
    assert.match((await shown())[0] ?? '', /^Office PC isn’t connected\. “Spring” can’t send/);
  });

  it('is written later for a computer whose accounts are outside their hours when the first notice is written', async () => {
    const { user, startAnother, texts } = await waiting();
    const another = await startAnother(20);
    const laptop = await buildComputer(app, user, { name: 'Laptop', accounts: another.accounts });
    await markSeen(laptop, 30);
    const setHours = (hours: string | null) =>
      app.db.updateTable('campaigns').set({ hours }).where('id', '=', another.id).execute();
    await setHours('[]');
    await notifyAgentsAway(app);
    await setHours(null);
    await notifyAgentsAway(app);
    await notifyAgentsAway(app);
    assert.deepEqual(
      (await texts()).map(({ title }) => title),
      ['Laptop isn’t connected', 'Office PC isn’t connected'],
    );
  });

  it('is written even if the hours of another user’s account can’t be computed', async () => {
    const other = await waiting();
    const { texts } = await waiting();
    await app.db
      .updateTable('profiles')
      .set({ timezone: 'Mars/Olympus' })
      .where('user_id', '=', other.user.id)
      .execute();
    await notifyAgentsAway(app);
    assert.equal((await texts()).length, 1);
  });

  it('counts an account without a computer as being on the computer that connected last', async () => {
    const { user, campaign, texts } = await waiting();
    const account = await buildAccount(app, user);
    await app.db
      .insertInto('campaign_profiles')
      .values({ user_id: user.id, campaign_id: campaign.id, profile_id: account.id, is_running: true })
      .execute();
    await notifyAgentsAway(app);
    await notifyAgentsAway(app);
    assert.deepEqual(
      (await texts()).map(({ title }) => title),
      ['Office PC isn’t connected'],
    );
  });

  it('is not written within five minutes of the agent’s last request or the campaign’s start', async () => {
    const seen = await waiting({ seenAgo: 4 });
    const started = await waiting({ startedAgo: 4, seenAgo: 60 });
    await notifyAgentsAway(app);
    for (const { texts } of [seen, started]) assert.deepEqual(await texts(), []);
  });

  it('is written only within the sending hours of the campaign and of one of its accounts', async () => {
    const { user, campaign, texts } = await waiting();
    const allWeek = [1, 2, 3, 4, 5, 6, 7];
    const today = new Date().getUTCDay() || 7;
    const on = (days: number[]) => JSON.stringify(days.map((day) => ({ day, from: '00:00', to: '24:00' })));
    // All days except today and tomorrow, because tomorrow could begin during the test.
    const closed = on(allWeek.filter((day) => day !== today && day !== (today % 7) + 1));
    const setHours = async (ofCampaign: string | null, ofAccount: string | null) => {
      await app.db.updateTable('campaigns').set({ hours: ofCampaign }).where('id', '=', campaign.id).execute();
      await app.db.updateTable('profiles').set({ hours: ofAccount }).where('user_id', '=', user.id).execute();
    };
    await setHours(closed, null);
    await notifyAgentsAway(app);
    await setHours(null, closed);
    await notifyAgentsAway(app);
    assert.deepEqual(await texts(), []);
    await setHours(on(allWeek), on(allWeek));
    await notifyAgentsAway(app);
    assert.equal((await texts()).length, 1);
  });

  it('is not written if no account could send anyway, or if no campaign is running', async () => {
    const held = await waiting();
    await app.db
      .updateTable('profiles')
      .set({ hold_reason: 'rate_limited', held_at: new Date(), held_until: new Date(Date.now() + dayMs) })
      .where('user_id', '=', held.user.id)
      .execute();
    const paused = await waiting();
    await server.call(paused.user, 'PUT /api/campaigns/:id/status', {
      params: { id: paused.campaign.id },
      body: { status: 'paused' },
    });
    await notifyAgentsAway(app);
    for (const { texts } of [held, paused]) assert.deepEqual(await texts(), []);
  });
});

describe('a notice about the agent', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sandpiper-offered-'));
  after(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, 'agent.tgz'), 'agent');
  const files = [{ kind: 'npm', file_name: 'agent.tgz', version: '0.10.0', sha256: 'a'.repeat(64) }];
  await writeFile(join(directory, 'manifest.json'), JSON.stringify({ files }));
  const built = await startTestServer({ installerDir: directory });

  async function withAgent(version: string, name = 'Office PC', user?: TestUser) {
    const owner = user ?? (await buildUser(built.app));
    const agent = await buildAgent(built.app, owner, { name });
    await built.call(agent, 'POST /api/agent/sync', { body: syncBody(agent, { version }) });
    return { owner, agent };
  }

  it('is written once for all computers whose agent is older than the version that the server offers', async () => {
    const { owner } = await withAgent('0.9.3');
    await withAgent('0.9.3', 'Laptop', owner);
    const { owner: upToDate } = await withAgent('0.10.0');
    await notifyAgentUpdates(built.app);
    await notifyAgentUpdates(built.app);
    assert.deepEqual(await noticeTextsOf(built, owner), [
      {
        kind: 'agent_update',
        title: 'Sandpiper Agent 0.10.0 is available',
        message: 'Office PC and Laptop run an older version. Get the new version in Settings.',
        path: '/settings',
      },
    ]);
    assert.deepEqual(await noticeTextsOf(built, upToDate), []);
  });

  it('lists a computer only once, with the agent that connected last, even if the computer was paired again', async () => {
    const { owner, agent } = await withAgent('0.9.2');
    const again = await buildAgent(built.app, owner, { name: 'Office PC', installation_id: agent.installationId });
    await built.call(agent, 'POST /api/agent/sign-off');
    const update = (version: string) =>
      built.call(again, 'POST /api/agent/sync', { body: syncBody(again, { version }) });
    await update('0.10.0');
    await notifyAgentUpdates(built.app);
    assert.deepEqual(await noticeTextsOf(built, owner), []);
    await update('0.9.3');
    await notifyAgentUpdates(built.app);
    assert.deepEqual(
      (await noticeTextsOf(built, owner)).map(({ message }) => message),
      ['Office PC runs an older version. Get the new version in Settings.'],
    );
  });

  it('says that an agent was refused because of its version', async () => {
    const owner = await buildUser(built.app);
    const agent = await buildAgent(built.app, owner, { name: 'Office PC' });
    const body = { ...syncBody(agent, { version: '0.1.0' }), protocol: 1 };
    assert.equal((await built.refuse(agent, 'POST /api/agent/sync', { body })).code, 'agent_outdated');
    await notifyAgentUpdates(built.app);
    await notifyAgentUpdates(built.app);
    assert.deepEqual(
      (await noticeTextsOf(built, owner)).map(({ title }) => title),
      ['Sandpiper Agent on Office PC is the wrong version'],
    );
  });

  it('is written again if the next version on the computer is refused too', async () => {
    const owner = await buildUser(built.app);
    const agent = await buildAgent(built.app, owner, { name: 'Office PC' });
    for (const version of ['0.1.0', '0.2.0']) {
      const body = { ...syncBody(agent, { version }), protocol: 1 };
      await built.refuse(agent, 'POST /api/agent/sync', { body });
      await notifyAgentUpdates(built.app);
    }
    assert.equal((await noticeTextsOf(built, owner)).length, 2);
  });
});
