import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { syncBody, takeRequest } from '../../testing/agent-calls.ts';
import { buildAccount, buildComputer, buildList, buildTemplate, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

async function planInput(user: TestUser) {
  const list = await buildList(app, user, { recipients: ['anna'] });
  const template = await buildTemplate(app, user);
  const account = await buildAccount(app, user);
  return { name: 'Spring', message_template_id: template.id, list_id: list.id, profiles_used: [account.id] };
}

/** Waits until another connection is waiting for a lock. */
async function waitForLock(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(db);
    if (rows.length > 0) return;
  }
}

const view = async (user: TestUser, id: number) =>
  (await server.call(user, 'GET /api/campaigns/:id', { params: { id } })).campaign;

describe('planning a campaign', () => {
  it('shows what it will send, and keeps the number of people up to date', async () => {
    const user = await buildUser(app);
    const body = await planInput(user);
    const { campaign } = await server.call(user, 'POST /api/campaigns', { body });
    assert.equal(campaign.status, 'pending');
    assert.equal(campaign.total_list, 1);
    assert.deepEqual(campaign.profiles_used, body.profiles_used);
    assert.deepEqual(campaign.preview, { recipient: 'anna', text: 'Hello anna!' });
    await server.call(user, 'POST /api/recipients', { body: { recipient: '@Ben', list_id: body.list_id } });
    assert.equal((await view(user, campaign.id)).total_list, 2);
  });

  it('follows its template until the first start, and keeps the text from then on', async () => {
    const user = await buildUser(app);
    const { id, templateId } = await buildCampaign(app, user);
    const rewrite = (content: string) =>
      server.call(user, 'PUT /api/templates/:id', { params: { id: templateId }, body: { name: 'T', content } });
    await rewrite('Second text');
    assert.equal((await view(user, id)).template_content, 'Second text');
    await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
    await rewrite('Third text');
    assert.equal((await view(user, id)).template_content, 'Second text');
  });

  it('previews the message to the next person', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running', recipients: ['anna', 'ben'] });
    assert.equal((await view(user, id)).preview?.recipient, 'anna');
    await app.db.updateTable('deliveries').set({ turn: 1 }).where('recipient', '=', 'anna').execute();
    assert.equal((await view(user, id)).preview?.recipient, 'ben');
  });

  for (const part of ['list', 'template'] as const) {
    it(`finds no ${part} that is being deleted`, async () => {
      const user = await buildUser(app);
      const body = await planInput(user);
      const refusal = await app.db.transaction().execute(async (transaction) => {
        const id = part === 'list' ? body.list_id : body.message_template_id;
        await transaction.deleteFrom(`${part}s`).where('id', '=', id).execute();
        const refused = server.refuse(user, 'POST /api/campaigns', { body });
        // The embedded database has one connection, so the call waits for it anyway.
        if (testDatabaseUrl !== null) await waitForLock(transaction);
        return { refused };
      });
      const { status, error } = await refusal.refused;
      assert.deepEqual([status, error.toLowerCase().includes(part)], [404, true]);
    });
  }

  it('refuses names that are too long, and parts that belong to another user', async () => {
    const user = await buildUser(app);
    const body = await planInput(user);
    const refused = async (changes: Partial<typeof body>) =>
      server.refuse(user, 'POST /api/campaigns', { body: { ...body, ...changes } });
    for (const name of ['eleven char', 'more than fifteen', 'x'.repeat(2000)]) {
      assert.equal((await refused({ name })).error, 'Campaign name must not exceed 10 characters');
    }
    assert.equal((await refused({ profiles_used: [] })).error, 'Please fill in all required fields');
    for (const field of ['name', 'message_template_id', 'list_id', 'profiles_used'] as const) {
      for (const nothing of [undefined, null]) {
        const incomplete = { ...body, [field]: nothing };
        const reply = await server.send(user, { method: 'POST', url: '/api/campaigns', body: incomplete });
        assert.equal(reply.status, 400);
        assert.match(reply.text, /"error":"Please fill in all required fields"/);
      }
    }
    const own = await buildAccount(app, user, { profile_path: '/p/ab12cd34.default-release' });
    assert.match((await refused({ profiles_used: [own.id] })).error, /personal Firefox profile/);
    const off = await buildAccount(app, user, { is_active: false });
    assert.match((await refused({ profiles_used: [off.id] })).error, /switched on/);
    const others = await planInput(await buildUser(app));
    assert.equal((await refused({ list_id: others.list_id })).status, 404);
    assert.equal((await refused({ message_template_id: others.message_template_id })).status, 404);
    assert.equal((await refused({ profiles_used: others.profiles_used })).status, 404);
  });

  it('refuses accounts that a running campaign uses, and names the accounts and the campaign', async () => {
    const user = await buildUser(app);
    const running = await buildCampaign(app, user, { status: 'running', name: 'First' });
    const body = { ...(await planInput(user)), profiles_used: running.accounts.map((account) => account.id) };
    const refusal = await server.refuse(user, 'POST /api/campaigns', { body });
    assert.equal(refusal.code, 'profiles_in_use');
    const name = running.accounts[0]?.profile_name;
    assert.deepEqual(refusal.conflicting_profiles, [{ name, campaign: 'First' }]);
    assert.equal(
      refusal.error,
      `Cannot create campaign: Profiles ${name} are already being used in running campaigns (First)`,
    );
  });
});

describe('starting a campaign', () => {
  it('takes the pending people on the list and logs the start', async () => {
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

  it('shows a rate and an end only while an agent is online', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    const offline = await view(user, id);
    assert.deepEqual([offline.rate_per_hour, offline.expected_end_at], [null, null]);
    await buildComputer(app, user);
    const online = await view(user, id);
    assert.ok((online.rate_per_hour ?? 0) > 0);
    assert.ok(Date.parse(online.expected_end_at ?? '') > Date.now());
  });

  it('succeeds for only one of many concurrent calls', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => server.send(user, { method: 'POST', url: `/api/campaigns/${id}/start` })),
    );
    assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
    assert.ok(replies.every((reply) => reply.status === 200 || reply.status === 409));
    assert.equal((await view(user, id)).total_list, 3);
  });

  it('succeeds for only one of two campaigns with the same account at once', async () => {
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
    assert.equal((await view(user, id)).status, 'pending');
  });

  it('starts over after an interruption while creating deliveries', async () => {
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

describe('the states of a campaign', () => {
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
    it(`${status}: ${move} answers ${expected}`, async () => {
      const user = await buildUser(app);
      const { id } = await buildCampaign(app, user, { status });
      const request =
        move === 'pause'
          ? { method: 'PUT', url: `/api/campaigns/${id}/status`, body: { status: 'paused' } }
          : { method: 'POST', url: `/api/campaigns/${id}/${move}` };
      assert.equal((await server.send(user, request)).status, expected);
    });
  }

  it('failed is final: such a campaign cannot be started, paused or stopped', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'completed' });
    await app.db.updateTable('campaigns').set({ status: 'failed' }).where('id', '=', id).execute();
    for (const status of ['running', 'paused', 'completed'] as const) {
      const refusal = await server.refuse(user, 'PUT /api/campaigns/:id/status', { params: { id }, body: { status } });
      assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state'], status);
    }
  });

  it('resuming by setting the status requires a subscription, as starting does; pausing and stopping do not', async () => {
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
    it(`no campaign can be set to ${status} by hand`, async () => {
      const user = await buildUser(app);
      const { id } = await buildCampaign(app, user, { status: 'running' });
      const refusal = await server.refuse(user, 'PUT /api/campaigns/:id/status', { params: { id }, body: { status } });
      assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state']);
    });
  }

  it('pausing frees the accounts, and resuming takes them again', async () => {
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
    assert.equal((await set('running')).campaign.status, 'running');
  });

  it('stopping says how many people were not messaged, and leaves them pending', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/stop', { params: { id } });
    assert.deepEqual([campaign.status, campaign.total_list], ['completed', 3]);
    assert.equal(campaign.logs.at(-1)?.message, 'You stopped this campaign. 3 people were not messaged.');
  });

  it('stopping asks the agent to close the windows it opened for the campaign', async () => {
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
});

describe('the list of campaigns', () => {
  it('can be searched, filtered and paged, newest first', async () => {
    const user = await buildUser(app);
    for (const name of ['100% off', 'Autumn', 'Winter']) await buildCampaign(app, user, { name });
    const all = await server.call(user, 'GET /api/campaigns', { query: { page: 1, limit: 2 } });
    assert.deepEqual(
      all.campaigns.map((campaign) => campaign.name),
      ['Winter', 'Autumn'],
    );
    assert.deepEqual(all.pagination, { currentPage: 1, totalPages: 2, totalItems: 3, itemsPerPage: 2 });
    const percent = await server.call(user, 'GET /api/campaigns', { query: { search: '%' } });
    assert.deepEqual(
      percent.campaigns.map((campaign) => campaign.name),
      ['100% off'],
    );
    const running = await server.call(user, 'GET /api/campaigns', { query: { status: 'running' } });
    assert.equal(running.pagination.totalItems, 0);
  });
});

describe('the log', () => {
  it('can be read from a given sequence number on', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'paused' });
    const { logs, last_seq } = await server.call(user, 'GET /api/campaigns/:id/logs', {
      params: { id },
      query: { after_seq: 1 },
    });
    assert.equal(last_seq, 2);
    assert.deepEqual(
      logs.map((log) => [log.seq, log.action]),
      [[2, 'paused']],
    );
  });

  it('can be exported as a spreadsheet in which no cell is a formula', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running' });
    await app.db
      .insertInto('campaign_logs')
      .values({ user_id: user.id, campaign_id: id, seq: 2, action: 'message_failed', message: '=HYPERLINK("x")' })
      .execute();
    const reply = await server.send(user, { method: 'GET', url: `/api/campaigns/${id}/logs/export` });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers['content-disposition'], `attachment; filename="campaign-${id}-logs.xlsx"`);
    const { readXlsx } = await import('hucre/xlsx');
    const book = await readXlsx(new Uint8Array(reply.raw));
    const rows = book.sheets[0]?.rows ?? [];
    assert.deepEqual(rows[0], ['Number', 'Time (UTC)', 'Action', 'Recipient', 'Account', 'Message']);
    assert.equal(rows.length, 3);
    assert.equal(rows[2]?.[5], '=HYPERLINK("x")');
  });

  it('is sorted by time on screen and in the export, even if an entry was reported late', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaignRow(app, user, { status: 'completed' });
    const entry = (seq: number, time: string) => ({
      user_id: user.id,
      campaign_id: id,
      seq,
      action: 'message_sent' as const,
      created_at: `2026-11-21T${time}.000Z`,
    });
    const entries = [entry(1, '10:00:00'), entry(2, '10:00:12'), entry(3, '10:00:07')];
    await app.db.insertInto('campaign_logs').values(entries).execute();
    const { campaign } = await server.call(user, 'GET /api/campaigns/:id', { params: { id } });
    assert.deepEqual(
      campaign.logs.map(({ seq }) => seq),
      [1, 3, 2],
    );
    const reply = await server.send(user, { method: 'GET', url: `/api/campaigns/${id}/logs/export` });
    const { readXlsx } = await import('hucre/xlsx');
    const rows = (await readXlsx(new Uint8Array(reply.raw))).sheets[0]?.rows ?? [];
    assert.deepEqual(
      rows.slice(1).map(([seq]) => seq),
      [1, 3, 2],
    );
  });
});

const withCampaign = async (owner: TestUser) => ({ params: { id: (await buildCampaign(app, owner)).id } });

describeAccess(server, [
  { key: 'GET /api/campaigns' },
  { key: 'GET /api/campaigns/:id', input: withCampaign, isOwned: true },
  { key: 'POST /api/campaigns', input: async (owner) => ({ body: await planInput(owner) }), isOwned: true },
  { key: 'POST /api/campaigns/:id/start', input: withCampaign, isOwned: true },
  { key: 'POST /api/campaigns/:id/stop', input: withCampaign, isOwned: true },
  {
    key: 'PUT /api/campaigns/:id/status',
    input: async (owner) => ({ ...(await withCampaign(owner)), body: { status: 'paused' } }),
    isOwned: true,
  },
  { key: 'GET /api/campaigns/:id/logs', input: withCampaign, isOwned: true },
  { key: 'GET /api/campaigns/:id/logs/export', input: withCampaign, isOwned: true },
]);
