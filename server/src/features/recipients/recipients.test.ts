import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foundRecipientsMax } from '@sandpiper/contract/limits';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildAccount, buildList, buildTemplate, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { change } from '../../platform/change.ts';
import { lockCampaign } from '../campaigns/campaign-state.service.ts';
import { removeLockedRecipients } from './recipient-removal.service.ts';

const server = await testServer();

async function listWith(recipients: string[]) {
  const user = await buildUser(server.app);
  const list = await buildList(server.app, user, { recipients });
  const idOf = (name: string) => list.recipients.find(({ recipient }) => recipient === name)?.id ?? 0;
  return { user, listId: list.id, idOf };
}

/** Builds a person whose message may have been sent. `statuses` returns the status that recipients, People and the list's export show. */
async function withUnknownOutcome() {
  const given = await scenesOn(server)({ recipients: ['anna'] });
  const { user, campaign } = given;
  const delivery = await given.commitOne();
  await given.report(delivery, 'unknown', { reason: 'no_note' });
  const statuses = async () => {
    const { recipients } = await server.call(user, 'GET /api/recipients');
    const { people } = await server.call(user, 'GET /api/people');
    const listed = [...recipients, ...people.flatMap(({ lists }) => lists)];
    const input = { params: { id: campaign.listId }, query: { format: 'csv' as const } };
    const file = await (await server.call(user, 'GET /api/lists/:id/export', input)).text();
    return [
      ...listed.map(({ status, is_not_known }) => (is_not_known ? `${status}, not known` : status)),
      /\r\nanna,(.*?),/.exec(file)?.[1],
    ];
  };
  return { ...given, delivery, statuses };
}

describe('recipients', () => {
  it('count as failed while their outcome is not known, and are shown as not known', async () => {
    const { delivery, report, statuses } = await withUnknownOutcome();
    assert.deepEqual(await statuses(), ['failed, not known', 'failed, not known', 'Not known']);
    await report(delivery, 'sent');
    assert.deepEqual(await statuses(), ['sent', 'sent', 'Sent']);
  });

  it('show the outcome of the latest message, even if an earlier outcome is still not known', async () => {
    const { user, delivery, another, claimOne, report, statuses } = await withUnknownOutcome();
    const { recipients } = await server.call(user, 'GET /api/recipients');
    const params = { id: recipients[0]?.id ?? 0 };
    await server.call(user, 'PUT /api/recipients/:id/status', { params, body: { status: 'pending' } });
    const { account } = await another({ content: 'Another text' });
    await report(await claimOne(account.id), 'failed', { reason: 'recipient_gone' });
    assert.deepEqual(await statuses(), ['failed', 'failed', 'Failed']);
    assert.equal((await report(delivery, 'unknown', { reason: 'no_note' })).status, 'unknown');
  });

  it('can be added with an @, spaces or capitals in the username', async () => {
    const { user, listId } = await listWith([]);
    const body = { recipient: ' @Ana.Lopez_1 ', list_id: listId };
    const { recipient } = await server.call(user, 'POST /api/recipients', { body });
    assert.equal(recipient.recipient, 'ana.lopez_1');
    assert.equal(recipient.status, 'pending');
    const again = await server.refuse(user, 'POST /api/recipients', { body: { ...body, recipient: 'ANA.lopez_1' } });
    assert.equal(again.status, 409);
    assert.equal(again.fields?.['recipient'], 'ana.lopez_1 is already on this list.');
  });

  for (const [recipient, message] of [
    ['', 'Username is required'],
    ['two words', 'Use up to 30 letters, digits, underscores and single dots, without a dot at the beginning or end'],
    ['@', 'Use up to 30 letters, digits, underscores and single dots, without a dot at the beginning or end'],
    ['Accounts', "This username belongs to one of Instagram's own pages, not to a person."],
    [
      'a'.repeat(31),
      'Use up to 30 letters, digits, underscores and single dots, without a dot at the beginning or end',
    ],
  ] as const) {
    it(`are refused with the username "${recipient.slice(0, 10)}"`, async () => {
      const { user, listId } = await listWith([]);
      const refusal = await server.refuse(user, 'POST /api/recipients', { body: { recipient, list_id: listId } });
      assert.equal(refusal.error, message);
    });
  }

  it('are limited to a thousand per search, and the response says whether there are more', async () => {
    const many = Array.from({ length: foundRecipientsMax + 5 }, (_, index) => `ana${index}`);
    const { user, listId } = await listWith([...many, 'ben']);
    const find = (query: object) =>
      server.call(user, 'GET /api/lists/:id/recipients', { params: { id: listId }, query: { limit: 100, ...query } });
    const last = await find({ search: 'ana', page: 10 });
    assert.deepEqual(last.pagination, { page: 10, limit: 100, total: foundRecipientsMax, pages: 10, is_more: true });
    assert.deepEqual(
      last.recipients.map(({ recipient }) => recipient),
      many.slice(5, 105).toReversed(),
    );
    assert.deepEqual((await find({ search: 'ana', page: 11 })).recipients, []);
    assert.deepEqual((await find({ search: 'ben' })).pagination, { page: 1, limit: 100, total: 1, pages: 1 });
    assert.equal((await find({})).pagination.total, many.length + 1);
    const everywhere = await server.call(user, 'GET /api/recipients', { query: { search: 'ana' } });
    assert.equal(everywhere.pagination.is_more, true);
  });

  it('can be paged, filtered by status and searched within a list, newest first', async () => {
    const { user, listId, idOf } = await listWith(['ana', 'banana', 'ben', 'a_a']);
    await server.call(user, 'PUT /api/recipients/:id/status', {
      params: { id: idOf('ben') },
      body: { status: 'not_found' },
    });
    const names = async (query: object) => {
      const answer = await server.call(user, 'GET /api/lists/:id/recipients', { params: { id: listId }, query });
      return answer.recipients.map(({ recipient }) => recipient).toSorted();
    };
    assert.deepEqual(await names({ search: '@ANA' }), ['ana', 'banana']);
    assert.deepEqual(await names({ search: 'a_' }), ['a_a']);
    assert.deepEqual(await names({ status: 'not_found' }), ['ben']);
    assert.deepEqual(await names({ status: 'sent' }), []);
    const page = await server.call(user, 'GET /api/lists/:id/recipients', {
      params: { id: listId },
      query: { page: 2, limit: 3 },
    });
    assert.deepEqual(page.pagination, { page: 2, limit: 3, total: 4, pages: 2 });
    assert.equal(page.recipients.length, 1);
    assert.equal(page.recipients[0]?.id, Math.min(...['ana', 'banana', 'ben', 'a_a'].map(idOf)));
  });

  for (const query of ['limit=0', 'limit=101', 'page=0', 'page=-1', 'page=x', 'status=gone']) {
    it(`cannot be listed with the invalid query ${query}`, async () => {
      const { user, listId } = await listWith([]);
      for (const path of [`/api/lists/${listId}/recipients`, '/api/recipients']) {
        assert.equal((await server.send(user, { method: 'GET', url: `${path}?${query}` })).status, 400);
      }
    });
  }

  it('are shown with the name of their list when all lists are searched', async () => {
    const { user, listId } = await listWith(['ana']);
    const other = await buildList(server.app, user, { recipients: ['ana', 'ben'] });
    await listWith(['somebody_elses']);
    const all = await server.call(user, 'GET /api/recipients');
    assert.equal(all.pagination.total, 3);
    const anas = await server.call(user, 'GET /api/recipients', { query: { search: 'ana', status: 'pending' } });
    assert.deepEqual(new Set(anas.recipients.map((row) => row.list_id)), new Set([listId, other.id]));
    assert.equal(anas.recipients.length, 2);
    const ofOne = await server.call(user, 'GET /api/recipients', { query: { list_id: other.id } });
    assert.deepEqual([...new Set(ofOne.recipients.map((row) => row.list_name))], [other.name]);
  });

  it('can be set to any status', async () => {
    const { user, idOf } = await listWith(['ana']);
    let before = 'pending';
    for (const status of ['sent', 'failed', 'not_found', 'pending'] as const) {
      const input = { params: { id: idOf('ana') }, body: { status } };
      const { recipient, previous_status } = await server.call(user, 'PUT /api/recipients/:id/status', input);
      assert.deepEqual([recipient.status, previous_status], [status, before]);
      before = status;
    }
    const refusal = await server.send(user, {
      method: 'PUT',
      url: `/api/recipients/${idOf('ana')}/status`,
      body: { status: 'gone' },
    });
    assert.equal(refusal.status, 400);
  });

  it('are no longer on their list once removed, and cannot be removed again', async () => {
    const { user, listId, idOf } = await listWith(['ana', 'ben']);
    const params = { id: idOf('ana') };
    await server.call(user, 'PUT /api/recipients/:id/status', { params, body: { status: 'sent' } });
    const removed = await server.call(user, 'DELETE /api/recipients/:id', { params });
    const left = await server.call(user, 'GET /api/lists/:id/recipients', { params: { id: listId } });
    assert.deepEqual(
      left.recipients.map(({ recipient }) => recipient),
      ['ben'],
    );
    assert.equal((await server.refuse(user, 'DELETE /api/recipients/:id', { params })).status, 404);
    assert.equal(removed.withdrawn_from, 0);
    const { recipient, list_id, status } = removed.recipient;
    const restored = await server.call(user, 'POST /api/recipients', { body: { recipient, list_id, status } });
    assert.deepEqual([restored.recipient.recipient, restored.recipient.status], ['ana', 'sent']);
  });
});

describe('a recipient who is removed while a campaign runs', () => {
  async function running(user: TestUser, listId: number) {
    const account = await buildAccount(server.app, user);
    const template = await buildTemplate(server.app, user);
    const { campaign } = await server.call(user, 'POST /api/campaigns', {
      body: { name: 'Spring', message_template_id: template.id, list_id: listId, profiles_used: [account.id] },
    });
    await server.call(user, 'POST /api/campaigns/:id/start', { params: { id: campaign.id } });
    const now = async () =>
      (await server.call(user, 'GET /api/campaigns/:id', { params: { id: campaign.id } })).campaign;
    return { now };
  }

  it('is no longer messaged or counted', async () => {
    const { user, listId, idOf } = await listWith(['ana', 'ben']);
    const campaign = await running(user, listId);
    assert.equal((await campaign.now()).total_list, 2);
    const removed = await server.call(user, 'DELETE /api/recipients/:id', { params: { id: idOf('ana') } });
    assert.equal(removed.withdrawn_from, 1);
    const after = await campaign.now();
    assert.equal(after.total_list, 1);
    assert.equal(after.status, 'running');
    assert.equal(after.preview?.recipient, 'ben');
  });

  it('ends the campaign when nobody else is left', async () => {
    const { user, listId, idOf } = await listWith(['ana', 'ben']);
    const campaign = await running(user, listId);
    const removals = ['ana', 'ben'].map((name) =>
      server.call(user, 'DELETE /api/recipients/:id', { params: { id: idOf(name) } }),
    );
    await Promise.all(removals);
    const after = await campaign.now();
    assert.deepEqual([after.status, after.total_list], ['completed', 0]);
  });

  it('does not count as withdrawn if the agent gets the go-ahead just before the campaign is locked', async () => {
    const { user, campaign, commitOne } = await scenesOn(server)({ recipients: ['anna'] });
    const { recipients } = await server.call(user, 'GET /api/recipients');
    await commitOne();
    const { removed, withdrawnFrom } = await change(server.app, async (change) => {
      const locked = await lockCampaign(change.transaction, user.id, campaign.id);
      assert.ok(locked);
      const ids = recipients.map(({ id }) => id);
      return removeLockedRecipients(change, user.id, { ids, campaigns: [locked] });
    });
    assert.deepEqual([removed.map(({ recipient }) => recipient), withdrawnFrom], [['anna'], 0]);
  });
});

const own = async (owner: { id: number }) => {
  const list = await buildList(server.app, owner, { recipients: ['ana'] });
  return { params: { id: list.recipients[0]?.id ?? 0 } };
};
const toList = async (owner: { id: number }) => (await buildList(server.app, owner)).id;
describeAccess(server, [
  { key: 'GET /api/recipients' },
  {
    key: 'POST /api/recipients',
    input: async (owner) => ({ body: { recipient: 'ana', list_id: await toList(owner) } }),
    isOwned: true,
  },
  {
    key: 'POST /api/recipients/bulk',
    input: async (owner) => ({ body: { recipients: ['ana'], list_id: await toList(owner) } }),
    isOwned: true,
  },
  {
    key: 'PUT /api/recipients/:id/status',
    input: async (owner) => ({ ...(await own(owner)), body: { status: 'sent' } }),
    isOwned: true,
  },
  { key: 'DELETE /api/recipients/:id', input: own, isOwned: true },
]);
