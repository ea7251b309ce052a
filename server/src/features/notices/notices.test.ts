import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { NoticeKind } from '@sandpiper/contract/notice-kinds';
import { change } from '../../platform/change.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { syncBody } from '../../testing/agent-calls.ts';
import { buildAgent, buildComputer, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { startTestServer, testServer } from '../../testing/test-server.ts';
import { holdAccount } from '../accounts/account-holds.service.ts';
import {
  dropOldNotices,
  noticeAgentsAway,
  noticeAgentUpdates,
  noticeEndingSubscriptions,
} from './notice-sweep.service.ts';
import { writeNotice } from './notices.service.ts';

const server = await testServer();
const { app } = server;
const minuteMs = 60_000;
const dayMs = 86_400_000;

async function noticesOf(user: TestUser, at = server) {
  return (await at.call(user, 'GET /api/notices')).notices;
}

/** Returns the content of a user's notices, newest first. */
async function wordsOf(user: TestUser, at = server) {
  return (await noticesOf(user, at)).map(({ kind, title, message, path }) => ({ kind, title, message, path }));
}

function told(user: { id: number }, title: string, more: { kind?: NoticeKind; occurrence?: string } = {}) {
  return change(app, (change) =>
    writeNotice(change, user.id, { kind: 'account_held', title, message: 'Look.', path: '/profiles', ...more }),
  );
}

async function idOf(user: TestUser): Promise<number> {
  await told(user, 'One');
  return (await noticesOf(user))[0]?.id ?? 0;
}

describe('notices', () => {
  it('are listed newest first, in pages, with the number of unread ones across all pages', async () => {
    const user = await buildUser(app);
    for (const title of ['One', 'Two', 'Three']) await told(user, title);
    const found = await server.call(user, 'GET /api/notices', { query: { page: 2, limit: 2 } });
    assert.deepEqual(
      found.notices.map(({ title }) => title),
      ['One'],
    );
    assert.equal(found.unread_count, 3);
    assert.deepEqual(found.pagination, { currentPage: 2, totalPages: 2, totalItems: 3, itemsPerPage: 2 });
  });

  it('can be marked as read one by one', async () => {
    const user = await buildUser(app);
    const id = await idOf(user);
    await told(user, 'Two');
    await server.call(user, 'PUT /api/notices/:id/read', { params: { id } });
    const found = await server.call(user, 'GET /api/notices');
    assert.deepEqual(
      found.notices.map(({ title, is_read }) => [title, is_read]),
      [
        ['Two', false],
        ['One', true],
      ],
    );
    assert.equal(found.unread_count, 1);
  });

  it('can be marked as read all at once, except those newer than the newest one on screen', async () => {
    const user = await buildUser(app);
    const id = await idOf(user);
    await told(user, 'Two');
    await server.call(user, 'PUT /api/notices/read', { body: { up_to: id } });
    assert.deepEqual(
      (await noticesOf(user)).map(({ is_read }) => is_read),
      [false, true],
    );
  });

  it('are deleted after 90 days', async () => {
    const user = await buildUser(app);
    await told(user, 'Old');
    const at = (days: number) => ({ created_at: new Date(Date.now() - days * dayMs) });
    await app.db.updateTable('notices').set(at(91)).where('user_id', '=', user.id).execute();
    await told(user, 'Young');
    await app.db.updateTable('notices').set(at(89)).where('title', '=', 'Young').execute();
    await dropOldNotices(app);
    assert.deepEqual(
      (await noticesOf(user)).map(({ title }) => title),
      ['Young'],
    );
  });

  it('are written once for each occurrence, even if two processes notice it at the same time', async () => {
    const user = await buildUser(app);
    await Promise.all([1, 2].map(() => told(user, 'Once', { occurrence: 'the same' })));
    await told(user, 'Again', { occurrence: 'the same' });
    assert.deepEqual(
      (await noticesOf(user)).map(({ title }) => title),
      ['Once'],
    );
  });

  it('are not written when what caused them is rolled back', async () => {
    const user = await buildUser(app);
    const failure = change(app, async (change) => {
      await writeNotice(change, user.id, { kind: 'account_held', title: 'No', message: '', path: '/' });
      throw new Error('rolled back');
    });
    await assert.rejects(failure, /rolled back/);
    assert.deepEqual(await noticesOf(user), []);
  });
});

describe('the switches for notices', () => {
  it('are on by default, except some for imports and agent updates, and are saved only for their owner', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)];
    const { switches } = await server.call(user, 'GET /api/notices/switches');
    const partly = switches.filter(({ in_app, browser, mail }) => !(in_app && browser && mail));
    assert.deepEqual(partly, [
      { kind: 'import_ended', in_app: true, browser: true, mail: false },
      { kind: 'agent_update', in_app: true, browser: false, mail: false },
    ]);
    const off = { kind: 'campaign_ended', in_app: false, browser: true, mail: false } as const;
    const changed = await server.call(user, 'PUT /api/notices/switches', { body: off });
    assert.deepEqual(
      changed.switches,
      switches.map((one) => (one.kind === 'campaign_ended' ? off : one)),
    );
    assert.deepEqual((await server.call(other, 'GET /api/notices/switches')).switches, switches);
  });

  it('hide a kind that is off from the list and the count', async () => {
    const user = await buildUser(app);
    const body = { kind: 'account_held', in_app: false, browser: true, mail: true } as const;
    await server.call(user, 'PUT /api/notices/switches', { body });
    await told(user, 'Hidden');
    await told(user, 'Shown', { kind: 'campaign_paused' });
    const found = await server.call(user, 'GET /api/notices');
    assert.deepEqual(
      found.notices.map(({ title }) => title),
      ['Shown'],
    );
    assert.equal(found.unread_count, 1);
  });
});

describe('a notice is written when', () => {
  it('an account is put on hold, saying what Instagram wants and what to do', async () => {
    const user = await buildUser(app);
    const { accounts } = await buildCampaign(app, user);
    const [account] = accounts;
    assert.ok(account);
    const hold = (reason: 'rate_limited' | 'captcha') =>
      change(app, (change) =>
        holdAccount(change, { userId: user.id, profileId: account.id }, { reason, detail: null }),
      );
    await hold('rate_limited');
    await hold('rate_limited');
    await hold('captcha');
    const title = `${account.profile_name} is on hold`;
    const shared = { kind: 'account_held', title, path: `/profiles/${account.id}` };
    assert.deepEqual(await wordsOf(user), [
      {
        ...shared,
        message:
          'Instagram asks for proof that you are a person. Open the account, do what Instagram asks, then choose "End hold".',
      },
      {
        ...shared,
        message: 'Instagram is slowing this account down. Let the account rest. It continues automatically.',
      },
    ]);
  });

  it('a campaign is paused, but not by its user', async () => {
    const user = await buildUser(app);
    const { id, accounts } = await buildCampaign(app, user, { status: 'paused' });
    assert.deepEqual(await wordsOf(user), []);
    await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
    await server.call(user, 'PUT /api/profiles/:id/toggle', { params: { id: accounts[0]?.id ?? 0 } });
    assert.deepEqual(await wordsOf(user), [
      {
        kind: 'campaign_paused',
        title: '“Spring” was paused',
        message:
          'Every account in this campaign is switched off, deleted, or on hold until you check it. See Accounts, or choose other accounts, then resume.',
        path: `/campaigns/${id}`,
      },
    ]);
  });

  it('a campaign ends, with its result, but not if its user stops it', async () => {
    const user = await buildUser(app);
    await buildCampaign(app, user, { status: 'completed' });
    assert.deepEqual(await wordsOf(user), []);
    const { id, accounts } = await buildCampaign(app, user, { name: 'Autumn', recipients: ['ann'], status: 'running' });
    const agent = await buildComputer(app, user);
    const answer = await server.call(agent, 'POST /api/agent/deliveries/claim', {
      body: { profile_id: accounts[0]?.id ?? 0 },
    });
    assert.ok(answer.delivery);
    const { claim_id, id: deliveryId } = answer.delivery;
    await server.call(agent, 'POST /api/agent/deliveries/:id/result', {
      params: { id: deliveryId },
      body: { claim_id, outcome: 'not_found', reason: 'not_found' },
    });
    assert.deepEqual(await wordsOf(user), [
      {
        kind: 'campaign_ended',
        title: '“Autumn” failed',
        message: '0 of 1 person got your message. 1 failed.',
        path: `/campaigns/${id}`,
      },
    ]);
  });

  it('somebody else answers a support ticket', async () => {
    const user = await buildUser(app);
    const admin = await buildUser(app, { role: 'admin' });
    const { ticket } = await server.call(user, 'POST /api/support', {
      body: { subject: 'It stopped', description: 'After lunch.' },
    });
    const write = (author: TestUser) =>
      server.call(author, 'POST /api/support/:id/messages', { params: { id: ticket.id }, body: { message: 'Hello' } });
    await write(user);
    assert.deepEqual(await wordsOf(user), []);
    await write(admin);
    assert.deepEqual(await wordsOf(user), [
      {
        kind: 'ticket_answered',
        title: `Support replied to ticket #${ticket.ticket_number}`,
        message: 'It stopped',
        path: `/support/${ticket.id}`,
      },
    ]);
    assert.deepEqual(await wordsOf(admin), []);
  });

  it('the subscription ends within three days, once, and again after an extension', async () => {
    const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
    const user = await buildUser(app, { subscription_end_date: day(3) });
    const later = await buildUser(app, { subscription_end_date: day(4) });
    const over = await buildUser(app, { subscription_end_date: day(-1) });
    const admin = await buildUser(app, { role: 'admin', subscription_end_date: day(3) });
    await noticeEndingSubscriptions(app);
    await noticeEndingSubscriptions(app);
    const title = (days: number) => `Your subscription ends on ${day(days).split('-').toReversed().join('-')}`;
    const shared = {
      kind: 'subscription_ending',
      message: 'Running campaigns pause after that day. To renew, contact Support.',
      path: '/support',
    };
    assert.deepEqual(await wordsOf(user), [{ ...shared, title: title(3) }]);
    for (const other of [later, over, admin]) assert.deepEqual(await wordsOf(other), []);
    await app.db
      .updateTable('users')
      .set({ subscription_end_date: day(2) })
      .where('id', '=', user.id)
      .execute();
    await noticeEndingSubscriptions(app);
    assert.equal((await wordsOf(user))[0]?.title, title(2));
  });
});

describe('a notice that no agent is connected', () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs);

  /** Builds a user whose campaign was started `startedAgo` minutes ago and whose agent was last seen `seenAgo` minutes ago. */
  async function waiting({ startedAgo = 10, seenAgo = 6 } = {}) {
    const user = await buildUser(app);
    const campaign = await buildCampaign(app, user, { status: 'running' });
    const agent = await buildComputer(app, user);
    const set = {
      started: (minutes: number) =>
        app.db
          .updateTable('campaigns')
          .set({ started_at: ago(minutes) })
          .where('id', '=', campaign.id)
          .execute(),
      seen: (minutes: number) =>
        app.db
          .updateTable('agent_tokens')
          .set({ last_seen_at: ago(minutes) })
          .where('id', '=', agent.id)
          .execute(),
    };
    await set.started(startedAgo);
    await set.seen(seenAgo);
    return { user, campaign, agent, set };
  }

  it('is written once while the agent is away, and again the next time', async () => {
    const { user, set } = await waiting();
    await noticeAgentsAway(app);
    await noticeAgentsAway(app);
    assert.deepEqual(await wordsOf(user), [
      {
        kind: 'agent_away',
        title: 'No agent is connected',
        message: `“Spring” can't send. Start Sandpiper Agent on the computer with your Firefox profiles.`,
        path: '/settings',
      },
    ]);
    await set.seen(5.5);
    await noticeAgentsAway(app);
    assert.equal((await wordsOf(user)).length, 2);
  });

  it('is written again when another campaign starts without an agent, and counts the campaigns', async () => {
    const { user } = await waiting();
    await noticeAgentsAway(app);
    const { id } = await buildCampaign(app, user, { name: 'Autumn', recipients: ['dora'], status: 'running' });
    await noticeAgentsAway(app);
    assert.equal((await wordsOf(user)).length, 1);
    await app.db
      .updateTable('campaigns')
      .set({ started_at: ago(7) })
      .where('id', '=', id)
      .execute();
    await noticeAgentsAway(app);
    assert.match((await wordsOf(user))[0]?.message ?? '', /^2 campaigns can't send\./);
  });

  it('is not written within five minutes of the last call or the start', async () => {
    const seen = await waiting({ seenAgo: 4 });
    const started = await waiting({ startedAgo: 4, seenAgo: 60 });
    await noticeAgentsAway(app);
    for (const { user } of [seen, started]) assert.deepEqual(await wordsOf(user), []);
  });

  it('is written only within the hours of the campaign and of one of its accounts', async () => {
    const { user, campaign } = await waiting();
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
    await noticeAgentsAway(app);
    await setHours(null, closed);
    await noticeAgentsAway(app);
    assert.deepEqual(await wordsOf(user), []);
    await setHours(on(allWeek), on(allWeek));
    await noticeAgentsAway(app);
    assert.equal((await wordsOf(user)).length, 1);
  });

  it('is not written while no account could send or no campaign is running', async () => {
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
    await noticeAgentsAway(app);
    for (const { user } of [held, paused]) assert.deepEqual(await wordsOf(user), []);
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

  it('is written once for all computers that need a newer agent that the server offers', async () => {
    const { owner } = await withAgent('0.9.3');
    await withAgent('0.9.3', 'Laptop', owner);
    const { owner: upToDate } = await withAgent('0.10.0');
    await noticeAgentUpdates(built.app);
    await noticeAgentUpdates(built.app);
    assert.deepEqual(await wordsOf(owner, built), [
      {
        kind: 'agent_update',
        title: 'Sandpiper Agent 0.10.0 is available',
        message: 'Office PC and Laptop run an older version. Get the new version in Settings.',
        path: '/settings',
      },
    ]);
    assert.deepEqual(await wordsOf(upToDate, built), []);
  });

  it('says that an agent was refused because it is too old', async () => {
    const owner = await buildUser(built.app);
    const agent = await buildAgent(built.app, owner, { name: 'Office PC' });
    const body = { ...syncBody(agent, { version: '0.1.0' }), protocol: 1 };
    assert.equal((await built.refuse(agent, 'POST /api/agent/sync', { body })).code, 'agent_outdated');
    await noticeAgentUpdates(built.app);
    await noticeAgentUpdates(built.app);
    assert.deepEqual(
      (await wordsOf(owner, built)).map(({ title }) => title),
      ['Sandpiper Agent on Office PC is too old'],
    );
  });
});

const switches = { kind: 'campaign_ended', in_app: true, browser: true, mail: true } as const;
describeAccess(server, [
  { key: 'GET /api/notices' },
  { key: 'PUT /api/notices/:id/read', input: async (owner) => ({ params: { id: await idOf(owner) } }), isOwned: true },
  { key: 'PUT /api/notices/read', input: () => Promise.resolve({ body: { up_to: 1 } }) },
  { key: 'GET /api/notices/switches' },
  { key: 'PUT /api/notices/switches', input: () => Promise.resolve({ body: switches }) },
]);
