import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildList, buildTemplate, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign, viewCampaign } from '../../testing/campaign-builders.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { untilWaitedFor } from '../../testing/lock-waits.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

async function planInput(user: TestUser) {
  const list = await buildList(app, user, { recipients: ['anna'] });
  const template = await buildTemplate(app, user);
  const account = await buildAccount(app, user);
  return { name: 'Spring', message_template_id: template.id, list_id: list.id, profiles_used: [account.id] };
}

describe('a campaign', () => {
  it('shows what it will send, and keeps its number of people up to date', async () => {
    const user = await buildUser(app);
    const body = await planInput(user);
    const { campaign } = await server.call(user, 'POST /api/campaigns', { body });
    assert.equal(campaign.status, 'pending');
    assert.equal(campaign.total_list, 1);
    assert.deepEqual(campaign.profiles_used, body.profiles_used);
    assert.deepEqual(campaign.preview, { recipient: 'anna', text: 'Hello anna!' });
    await server.call(user, 'POST /api/recipients', { body: { recipient: '@Ben', list_id: body.list_id } });
    assert.equal((await viewCampaign(server, user, campaign.id)).total_list, 2);
  });

  it('follows its template until the first start, and keeps its text from then on', async () => {
    const user = await buildUser(app);
    const { id, templateId } = await buildCampaign(app, user);
    const rewrite = (content: string) =>
      server.call(user, 'PUT /api/templates/:id', { params: { id: templateId }, body: { name: 'T', content } });
    await rewrite('Second text');
    assert.equal((await viewCampaign(server, user, id)).template_content, 'Second text');
    await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
    await rewrite('Third text');
    assert.equal((await viewCampaign(server, user, id)).template_content, 'Second text');
  });

  it('previews the message to the next person', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status: 'running', recipients: ['anna', 'ben'] });
    assert.equal((await viewCampaign(server, user, id)).preview?.recipient, 'anna');
    await app.db.updateTable('deliveries').set({ turn: 1 }).where('recipient', '=', 'anna').execute();
    assert.equal((await viewCampaign(server, user, id)).preview?.recipient, 'ben');
  });

  for (const part of ['list', 'template'] as const) {
    it(`cannot be created with a ${part} that is being deleted`, async () => {
      const user = await buildUser(app);
      const body = await planInput(user);
      const refusal = await app.db.transaction().execute(async (transaction) => {
        const id = part === 'list' ? body.list_id : body.message_template_id;
        await transaction.deleteFrom(`${part}s`).where('id', '=', id).execute();
        const refused = server.refuse(user, 'POST /api/campaigns', { body });
        // On the embedded database, the request waits for the only connection, not for a lock.
        if (testDatabaseUrl !== null) await untilWaitedFor(transaction);
        return { refused };
      });
      const { status, error } = await refusal.refused;
      assert.deepEqual([status, error.toLowerCase().includes(part)], [404, true]);
    });
  }

  it('is refused if its name is too long, a field is missing, an account is unusable, or its template, list or account belongs to another user', async () => {
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

  it('cannot use accounts of a running campaign, and the error names the accounts and that campaign', async () => {
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

  it('can be filtered by whether the user stopped the campaigns early', async () => {
    const user = await buildUser(app);
    const ended = { status: 'completed', total_list: 3 } as const;
    await buildCampaignRow(app, user, { ...ended, name: 'Finished', total_sent: 3 });
    await buildCampaignRow(app, user, {
      ...ended,
      name: 'At end',
      total_sent: 2,
      total_failed: 1,
      stopped_by_user: true,
    });
    await buildCampaignRow(app, user, { ...ended, name: 'Early', total_sent: 2, stopped_by_user: true });
    const namesOf = async (stopped_early: 'true' | 'false') => {
      const query = { status: 'completed', stopped_early } as const;
      return (await server.call(user, 'GET /api/campaigns', { query })).campaigns.map(({ name }) => name);
    };
    assert.deepEqual(await namesOf('true'), ['Early']);
    assert.deepEqual(await namesOf('false'), ['At end', 'Finished']);
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
