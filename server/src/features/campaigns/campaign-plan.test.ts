import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CallInput } from '@sandpiper/contract/client';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildList, buildTemplate, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign, viewCampaign } from '../../testing/campaign-builders.ts';
import { reasonOf, scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;
const scene = scenesOn(server);

type Body = NonNullable<CallInput<'PUT /api/campaigns/:id'>['body']>;

const put = async (user: TestUser, id: number, body: Body) =>
  (await server.call(user, 'PUT /api/campaigns/:id', { params: { id }, body })).campaign;
const refusePut = (user: TestUser, id: number, body: object) =>
  server.refuse(user, 'PUT /api/campaigns/:id', { params: { id }, body });

const morning = [{ day: 1, from: '09:00', to: '12:00' }];
const allWeek = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }));
/** Sending hours on only two days, four and five days from now, so nothing can be sent today in any time zone. */
const closed = () =>
  [4, 5].map((days) => ({ day: ((new Date().getUTCDay() + days + 6) % 7) + 1, from: '00:00', to: '24:00' }));

describe('a campaign’s hours', () => {
  it('are stored as they were given, and are empty by default', async () => {
    const user = await buildUser(app);
    const { id, accounts, listId, templateId } = await buildCampaign(app, user);
    assert.equal((await viewCampaign(server, user, id)).hours, null);
    const plan = { name: 'S', message_template_id: templateId, list_id: listId, profiles_used: [accounts[0]?.id ?? 0] };
    const { campaign } = await server.call(user, 'POST /api/campaigns', { body: { ...plan, hours: morning } });
    assert.deepEqual(campaign.hours, morning);
    assert.deepEqual((await put(user, id, { hours: allWeek })).hours, allWeek);
    assert.deepEqual(
      (await put(user, id, { name: 'Other' })).hours,
      allWeek,
      'a field that is left out does not change',
    );
    assert.equal((await put(user, id, { hours: null })).hours, null);
  });

  it('are refused with an error under the field if they are invalid, and nothing is saved', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { hours: morning });
    for (const range of [
      { day: 1, from: '12:00', to: '09:00' },
      { day: 1, from: '09:00', to: '09:00' },
      { day: 8, from: '09:00', to: '12:00' },
      { day: 1, from: '24:00', to: '24:00' },
      { day: 1, from: '9', to: '12:00' },
    ]) {
      const refusal = await refusePut(user, id, { name: 'Other', hours: [range] });
      assert.deepEqual([refusal.status, Object.keys(refusal.fields ?? {})], [400, ['hours']], JSON.stringify(range));
    }
    const { name, hours } = await viewCampaign(server, user, id);
    assert.deepEqual([name, hours], ['Spring', morning]);
  });

  it('apply both to claims and to the go-ahead', async () => {
    const outside = await scene({ hours: closed() });
    assert.equal(reasonOf(await outside.claim()), 'outside_hours');
    const { claimOne, refusalOf, campaign } = await scene({ hours: allWeek });
    const delivery = await claimOne();
    const setHours = (hours: object) =>
      app.db
        .updateTable('campaigns')
        .set({ hours: JSON.stringify(hours) })
        .where('id', '=', campaign.id)
        .execute();
    await setHours(closed());
    assert.equal(await refusalOf(delivery), 'outside_hours');
    await setHours(allWeek);
    assert.equal(await refusalOf(delivery), null);
  });
});

describe('a campaign before its first start', () => {
  it('can get a new name, template, list, accounts and rules, and uses them when it starts', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user);
    const template = await buildTemplate(app, user, { content: 'Other {username}' });
    const list = await buildList(app, user, { recipients: ['dora', 'emil'] });
    const account = await buildAccount(app, user);
    const changed = await put(user, id, {
      name: ' Autumn ',
      message_template_id: template.id,
      list_id: list.id,
      profiles_used: [account.id, account.id],
      allow_repeat: true,
      cool_off_days: 7,
      skip_conversations: false,
    });
    assert.deepEqual(
      [changed.name, changed.template_content, changed.list_name, changed.total_list, changed.profiles_used],
      ['Autumn', 'Other {username}', list.name, 2, [account.id]],
    );
    const { allow_repeat, cool_off_days, skip_conversations } = changed;
    assert.deepEqual([allow_repeat, cool_off_days, skip_conversations], [true, 7, false]);
    const { campaign } = await server.call(user, 'POST /api/campaigns/:id/start', { params: { id } });
    assert.deepEqual([campaign.status, campaign.total_list, campaign.preview?.text], ['running', 2, 'Other dora']);
  });

  it('keeps fields that are omitted', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { cool_off_days: 5, hours: morning });
    const before = await viewCampaign(server, user, id);
    assert.deepEqual(await put(user, id, {}), before);
    assert.deepEqual(await put(user, id, { name: 'Autumn' }), { ...before, name: 'Autumn' });
  });

  it('rejects another user’s list, template or account, and then saves nothing', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user);
    const before = await viewCampaign(server, user, id);
    const other = await buildUser(app);
    const theirs = {
      list_id: (await buildList(app, other)).id,
      message_template_id: (await buildTemplate(app, other)).id,
      profiles_used: [(await buildAccount(app, other)).id],
    };
    for (const [field, value] of Object.entries(theirs)) {
      assert.equal((await refusePut(user, id, { name: 'Autumn', [field]: value })).status, 404, field);
    }
    assert.deepEqual(await viewCampaign(server, user, id), before);
  });

  it('is not started with the old plan if it is changed during a start', async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user);
    const list = await buildList(app, user, { recipients: ['dora'] });
    const [start] = await Promise.all([
      server.send(user, { method: 'POST', url: `/api/campaigns/${id}/start` }),
      server.send(user, { method: 'PUT', url: `/api/campaigns/${id}`, body: { list_id: list.id } }),
    ]);
    const { status, list_id, total_list } = await viewCampaign(server, user, id);
    const isChanged = list_id === list.id;
    if (status === 'running') assert.equal(total_list, isChanged ? 1 : 3);
    else assert.deepEqual([start.status, isChanged], [409, true]);
  });
});

for (const status of ['running', 'paused', 'completed'] as const) {
  it(`a ${status} campaign can no longer be changed, and the error says why`, async () => {
    const user = await buildUser(app);
    const { id } = await buildCampaign(app, user, { status });
    const refusal = await refusePut(user, id, { name: 'Autumn' });
    assert.deepEqual([refusal.status, refusal.code], [409, 'invalid_state']);
    assert.match(refusal.error, /already started.*Duplicate it/);
    assert.equal((await viewCampaign(server, user, id)).name, 'Spring');
  });
}

describeAccess(server, [
  {
    key: 'PUT /api/campaigns/:id',
    input: async (owner) => ({ params: { id: (await buildCampaign(app, owner)).id }, body: { name: 'Autumn' } }),
    isOwned: true,
  },
]);
