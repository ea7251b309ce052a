import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { continueJobs, jobsToEnd, stopJobs } from '../../platform/background-jobs.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildList, buildUser, uniqueName } from '../../testing/builders.ts';
import { makeDue } from '../../testing/campaign-builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const scene = scenesOn(server);

describe('lists', () => {
  it('are created with nobody on them', async () => {
    const user = await buildUser(server.app);
    const { list } = await server.call(user, 'POST /api/lists', { body: { name: ' People ', description: '' } });
    const { created_at, id, ...rest } = list;
    const nobody = {
      recipient_count: 0,
      pending_count: 0,
      sent_count: 0,
      failed_count: 0,
      not_found_count: 0,
      filling: null,
    };
    assert.deepEqual(rest, { name: 'People', description: null, source: null, variables: [], ...nobody });
    assert.deepEqual((await server.call(user, 'GET /api/lists')).lists, [{ created_at, id, ...rest }]);
  });

  it('show how many people are on them, and how many a campaign would still message', async () => {
    const user = await buildUser(server.app);
    const list = await buildList(server.app, user, { recipients: ['ana', 'ben', 'cleo', 'dan'] });
    await buildList(server.app, user, { recipients: ['dora'] });
    const [ana, ben] = list.recipients;
    const change = async (id: number | undefined, status: 'sent' | 'failed') =>
      server.call(user, 'PUT /api/recipients/:id/status', { params: { id: id ?? 0 }, body: { status } });
    await change(ana?.id, 'sent');
    await change(ben?.id, 'failed');
    const counts = { recipient_count: 4, pending_count: 2, sent_count: 1 };
    const one = await server.call(user, 'GET /api/lists/:id', { params: { id: list.id } });
    assert.partialDeepStrictEqual(one.list, counts);
    const { lists } = await server.call(user, 'GET /api/lists');
    assert.deepEqual(
      lists.map(({ recipient_count, pending_count, sent_count }) => ({ recipient_count, pending_count, sent_count })),
      [{ recipient_count: 1, pending_count: 1, sent_count: 0 }, counts],
    );
  });

  it('can be renamed, and the description stays if it is omitted, but is removed if it is empty', async () => {
    const user = await buildUser(server.app);
    const body = { name: 'People', description: 'Met in May' };
    const { list } = await server.call(user, 'POST /api/lists', { body });
    const params = { id: list.id };
    const renamed = await server.call(user, 'PUT /api/lists/:id', { params, body: { name: 'Friends' } });
    assert.deepEqual([renamed.list.name, renamed.list.description], ['Friends', 'Met in May']);
    const cleared = await server.call(user, 'PUT /api/lists/:id', {
      params,
      body: { name: 'Friends', description: '' },
    });
    assert.equal(cleared.list.description, null);
    const described = await server.call(user, 'PUT /api/lists/:id', { params, body: { description: 'Met in June' } });
    assert.deepEqual([described.list.name, described.list.description], ['Friends', 'Met in June']);
    assert.deepEqual(await server.call(user, 'PUT /api/lists/:id', { params, body: {} }), described);
  });

  it('keep the source of their people until the user changes it', async () => {
    const user = await buildUser(server.app);
    const { list } = await server.call(user, 'POST /api/lists', { body: { name: 'People', source: ' A fair ' } });
    assert.equal(list.source, 'A fair');
    const change = async (source?: string | null) => {
      const body = { name: 'People', ...(source === undefined ? {} : { source }) };
      return (await server.call(user, 'PUT /api/lists/:id', { params: { id: list.id }, body })).list.source;
    };
    assert.equal(await change(), 'A fair');
    assert.equal(await change('Our newsletter'), 'Our newsletter');
    assert.equal(await change(''), null);
  });

  it('are refused without a name', async () => {
    const user = await buildUser(server.app);
    const { id } = await buildList(server.app, user);
    const created = await server.refuse(user, 'POST /api/lists', { body: { name: ' ' } });
    assert.deepEqual(created.fields, { name: 'List name is required' });
    const renamed = await server.refuse(user, 'PUT /api/lists/:id', { params: { id }, body: { name: '' } });
    assert.equal(renamed.error, 'List name is required');
  });

  it('are deleted with all their people, no matter how many there are', async () => {
    const user = await buildUser(server.app);
    const { id } = await buildList(server.app, user);
    const recipients = Array.from({ length: 1100 }, (_, index) => `person${index}`);
    await server.call(user, 'POST /api/recipients/bulk', { body: { list_id: id, recipients } });
    await server.call(user, 'DELETE /api/lists/:id', { params: { id } });
    assert.deepEqual((await server.call(user, 'GET /api/lists')).lists, []);
    assert.equal((await server.call(user, 'GET /api/recipients')).pagination.total, 0);
    assert.equal((await server.refuse(user, 'DELETE /api/lists/:id', { params: { id } })).status, 404);
  });

  for (const status of ['pending', 'running', 'paused'] as const) {
    it(`are kept with their people while a campaign that uses them is ${status}`, async () => {
      const user = await buildUser(server.app);
      const { id } = await buildList(server.app, user, { recipients: ['ana'] });
      const campaign = await buildCampaignRow(server.app, user, { list_id: id, status });
      const refusal = await server.refuse(user, 'DELETE /api/lists/:id', { params: { id } });
      assert.equal(refusal.code, 'invalid_state');
      assert.ok(refusal.error.includes(campaign.name), refusal.error);
      const { list } = await server.call(user, 'GET /api/lists/:id', { params: { id } });
      assert.equal(list.recipient_count, 1);
    });
  }

  it('are deleted together with their people’s places in a stopped campaign, which then has nobody left to continue with', async () => {
    const recipients = Array.from({ length: 702 }, (_, index) => `person${String(index).padStart(3, '0')}`);
    const given = await scene({ recipients });
    await given.sendOne();
    await makeDue(server.app, given.account);
    const claimed = await given.claimOne();
    await given.setStatus('completed');
    assert.deepEqual(await given.counters(), [702, 1, 0, 0]);
    await server.call(given.user, 'DELETE /api/lists/:id', { params: { id: given.campaign.listId } });
    assert.deepEqual(await given.counters(), [1, 1, 0, 0]);
    assert.equal(await given.statusOf(claimed), 'withdrawn');
    const refusal = await server.refuse(given.user, 'POST /api/campaigns/:id/continue', { params: given.params });
    assert.match(refusal.error, /No one is left/);
  });

  it('stop being deleted if a campaign is created during the deletion, and the error says how many people are left', async () => {
    const user = await buildUser(server.app);
    const { id } = await buildList(server.app, user);
    const recipients = Array.from({ length: 5000 }, (_, index) => `person${index}`);
    await server.call(user, 'POST /api/recipients/bulk', { body: { list_id: id, recipients } });
    const read = async () => (await server.call(user, 'GET /api/lists/:id', { params: { id } })).list.recipient_count;
    const refused = server.refuse(user, 'DELETE /api/lists/:id', { params: { id } });
    while ((await read()) === recipients.length);
    await buildCampaignRow(server.app, user, { list_id: id, status: 'pending' });
    const { code, error } = await refused;
    const left = (await read()).toLocaleString('en');
    assert.equal(code, 'invalid_state');
    assert.ok(error.includes(`so only ${left} of the list's 5,000 people are left.`), error);
  });

  it('are deleted completely after a restart if the server stops during the deletion', async () => {
    const user = await buildUser(server.app);
    const params = { id: (await buildList(server.app, user)).id };
    const recipients = Array.from({ length: 5000 }, (_, index) => `person${index}`);
    await server.call(user, 'POST /api/recipients/bulk', { body: { list_id: params.id, recipients } });
    const read = async () => (await server.call(user, 'GET /api/lists/:id', { params })).list.recipient_count;
    const beside = await startBeside(server);
    const deletion = beside.refuse(user, 'DELETE /api/lists/:id', { params });
    while ((await read()) === recipients.length);
    await stopJobs(beside.app);
    assert.match((await deletion).error, /in the background/);
    assert.ok((await read()) > 0);
    await continueJobs(server.app);
    await jobsToEnd(server.app);
    assert.equal((await server.refuse(user, 'GET /api/lists/:id', { params })).status, 404);
  });

  it('can be deleted once the campaign that used them is completed', async () => {
    const user = await buildUser(server.app);
    const { id } = await buildList(server.app, user, { recipients: [uniqueName('p')] });
    await buildCampaignRow(server.app, user, { list_id: id, status: 'completed' });
    await server.call(user, 'DELETE /api/lists/:id', { params: { id } });
  });
});

const own = async (owner: { id: number }) => ({ params: { id: (await buildList(server.app, owner)).id } });
const body = { name: 'People' };
describeAccess(server, [
  { key: 'GET /api/lists' },
  { key: 'POST /api/lists', input: () => Promise.resolve({ body }) },
  { key: 'GET /api/lists/:id', input: own, isOwned: true },
  { key: 'PUT /api/lists/:id', input: async (owner) => ({ ...(await own(owner)), body }), isOwned: true },
  { key: 'DELETE /api/lists/:id', input: own, isOwned: true },
  { key: 'GET /api/lists/:id/recipients', input: own, isOwned: true },
]);
