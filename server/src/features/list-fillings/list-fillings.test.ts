import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listVariablesMax } from '@sandpiper/contract/list-variables';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildList, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

type Person = { status?: RecipientStatus; variables?: Record<string, string> };

/** Builds a list of people with the given statuses and values. */
async function listOf(people: Record<string, Person>, options: { user?: TestUser; variables?: string[] } = {}) {
  const user = options.user ?? (await buildUser(app));
  const list = await buildList(app, user);
  const values = { variables: options.variables ?? [], source: 'A fair', description: 'Met there' };
  await app.db.updateTable('lists').set(values).where('id', '=', list.id).execute();
  const rows = Object.entries(people).map(([recipient, { status = 'pending', variables }]) => ({
    user_id: user.id,
    list_id: list.id,
    recipient,
    status,
    variables: variables === undefined ? null : JSON.stringify(variables),
  }));
  for (let from = 0; from < rows.length; from += 1000) {
    await app.db
      .insertInto('recipients')
      .values(rows.slice(from, from + 1000))
      .execute();
  }
  return { user, id: list.id, name: list.name, params: { id: list.id } };
}

/** Records that a message of a campaign may have been sent to a person. */
async function contact(user: TestUser, person: string, state: 'sending' | 'unknown') {
  const row = { user_id: user.id, person, text_key: 'x', delivery_id: 1, campaign_name: 'Spring', state };
  await app.db
    .insertInto('contacts')
    .values({ ...row, contacted_at: new Date() })
    .execute();
}

const many = (number: number) =>
  Object.fromEntries(Array.from({ length: number }, (_, index): [string, Person] => [`person${index}`, {}]));

/** Returns who is on a list, in the order they were added. */
async function peopleOn(user: TestUser, id: number) {
  const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', { params: { id } });
  return recipients.toReversed().map(({ recipient, status, variables }) => [recipient, status, variables]);
}
const getList = async (user: TestUser, id: number) =>
  (await server.call(user, 'GET /api/lists/:id', { params: { id } })).list;

describe('a list made from others', () => {
  it('can be a copy that keeps the people’s statuses and values, and the description of the list’s source', async () => {
    const ana = { status: 'sent', variables: { city: 'Rome' } } as const;
    const { user, params } = await listOf({ ana, ben: {} }, { variables: ['city'] });
    const { list } = await server.call(user, 'POST /api/lists/:id/copy', { params, body: { name: ' Copy ' } });
    const { id, name, description, variables, recipient_count, sent_count } = list;
    assert.deepEqual([name, description, variables], ['Copy', 'Met there', ['city']]);
    assert.deepEqual([recipient_count, sent_count], [2, 1]);
    assert.deepEqual(list.filling, { kind: 'copy', status: 'done', total: 2, done: 2, added: 2, duplicates: 0 });
    assert.deepEqual(await peopleOn(user, id), [
      ['ana', 'sent', { city: 'Rome' }],
      ['ben', 'pending', {}],
    ]);
    const row = await app.db.selectFrom('lists').select('source').where('id', '=', id).executeTakeFirst();
    assert.equal(row?.source, 'A fair');
  });

  it('still shows which people have an unknown outcome if it is a copy', async () => {
    const { user, params } = await listOf({ ana: { status: 'failed' }, ben: { status: 'failed' } });
    await contact(user, 'ana', 'unknown');
    const { list } = await server.call(user, 'POST /api/lists/:id/copy', { params, body: { name: 'Copy' } });
    const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', { params: { id: list.id } });
    assert.deepEqual(
      recipients.map(({ recipient, status, is_not_known }) => [recipient, status, is_not_known]),
      [
        ['ben', 'failed', false],
        ['ana', 'failed', true],
      ],
    );
  });

  it('contains everyone once after a merge, prefers outcomes to “pending”, and prefers its own values to those of other lists', async () => {
    const first = await listOf(
      { ana: { status: 'pending', variables: { city: 'Rome' } }, ben: { status: 'sent' }, cleo: { status: 'failed' } },
      { variables: ['city'] },
    );
    const { user } = first;
    const second = await listOf(
      {
        ana: { status: 'sent', variables: { city: 'Oslo', shop: 'Ana Foto' } },
        ben: { status: 'failed' },
        cleo: { status: 'not_found' },
        dan: {},
      },
      { user, variables: ['shop', 'city'] },
    );
    const input = { params: first.params, body: { list_ids: [second.id, first.id, second.id] } };
    const { list } = await server.call(user, 'POST /api/lists/:id/merge', input);
    assert.deepEqual([list.id, list.variables], [first.id, ['city', 'shop']]);
    assert.deepEqual(list.filling, { kind: 'merge', status: 'done', total: 4, done: 4, added: 1, duplicates: 3 });
    assert.deepEqual(await peopleOn(user, first.id), [
      ['ana', 'sent', { city: 'Rome', shop: 'Ana Foto' }],
      ['ben', 'sent', {}],
      ['cleo', 'not_found', {}],
      ['dan', 'pending', {}],
    ]);
    const { sent_count, pending_count, not_found_count, failed_count } = await getList(user, first.id);
    assert.deepEqual([sent_count, pending_count, not_found_count, failed_count], [2, 1, 1, 0]);
    assert.equal((await peopleOn(user, second.id)).length, 4);

    const merged = await server.call(user, 'POST /api/lists/:id/merge', {
      params: second.params,
      body: { list_ids: [first.id], name: 'Both' },
    });
    assert.deepEqual([merged.list.name, merged.list.recipient_count, merged.list.filling?.duplicates], ['Both', 4, 4]);
    const [ana] = await peopleOn(user, merged.list.id);
    assert.deepEqual(ana, ['ana', 'sent', { city: 'Oslo', shop: 'Ana Foto' }]);
  });

  it('cannot be merged with only itself, with another user’s list, or with a list that would give it too many variables', async () => {
    const first = await listOf({ ana: {} }, { variables: Array.from({ length: 20 }, (_, index) => `a${index}`) });
    const { user, params } = first;
    const more = Array.from({ length: listVariablesMax - 19 }, (_, index) => `b${index}`);
    const second = await listOf({ ben: {} }, { user, variables: more });
    const refuse = async (list_ids: number[]) =>
      (await server.refuse(user, 'POST /api/lists/:id/merge', { params, body: { list_ids } })).error;
    assert.equal(await refuse([first.id]), 'Choose a list other than this one');
    assert.equal(await refuse([second.id]), 'Together, these lists have 31 variables. A list can have up to 30.');
    assert.equal(await refuse([(await listOf({ cleo: {} })).id]), 'List not found');
    assert.equal(await refuse([]), 'Choose at least one other list');
    assert.equal((await peopleOn(user, first.id)).length, 1);
  });

  it('can be one of several parts of about equal size', async () => {
    const { user, params, name } = await listOf({ ...many(7), ana: { status: 'sent', variables: { city: 'Rome' } } });
    const { lists } = await server.call(user, 'POST /api/lists/:id/split', { params, body: { parts: 3 } });
    assert.deepEqual(
      lists.map((list) => [list.name, list.recipient_count, list.filling?.total, list.filling?.status]),
      [
        [`${name} 1/3`, 3, 3, 'done'],
        [`${name} 2/3`, 3, 3, 'done'],
        [`${name} 3/3`, 2, 2, 'done'],
      ],
    );
    const parts = await Promise.all(lists.map(({ id }) => peopleOn(user, id)));
    assert.deepEqual(parts[1]?.at(-1), ['ana', 'sent', { city: 'Rome' }]);
    assert.equal(new Set(parts.flat().map(([recipient]) => recipient)).size, 8);
    const refusal = await server.refuse(user, 'POST /api/lists/:id/split', { params, body: { parts: 9 } });
    assert.equal(refusal.error, 'This list has fewer than 9 people.');
  });

  it('gets a shortened form of the original list’s name if necessary, without cutting an emoji in half', async () => {
    const { user, params } = await listOf(many(2));
    await server.call(user, 'PUT /api/lists/:id', { params, body: { name: `x${'🥐'.repeat(49)}` } });
    const { lists } = await server.call(user, 'POST /api/lists/:id/split', { params, body: { parts: 2 } });
    assert.deepEqual(
      lists.map(({ name }) => name),
      [`x${'🥐'.repeat(47)} 1/2`, `x${'🥐'.repeat(47)} 2/2`],
    );
  });

  it('can contain the people not reached yet and, on request, those whose message definitely failed, all as pending', async () => {
    const { user, params } = await listOf({
      ana: { status: 'sent' },
      ben: { variables: { city: 'Rome' } },
      cleo: { status: 'failed' },
      dan: { status: 'failed' },
      emil: { status: 'not_found' },
      fay: {},
    });
    await contact(user, 'dan', 'unknown');
    await contact(user, 'fay', 'sending');
    const make = async (include_failed: boolean) =>
      (await server.call(user, 'POST /api/lists/:id/not-reached', { params, body: { name: 'Left', include_failed } }))
        .list;
    assert.deepEqual(await peopleOn(user, (await make(false)).id), [['ben', 'pending', { city: 'Rome' }]]);
    const withFailed = await make(true);
    assert.deepEqual(await peopleOn(user, withFailed.id), [
      ['ben', 'pending', { city: 'Rome' }],
      ['cleo', 'pending', {}],
    ]);
    assert.deepEqual([withFailed.filling?.added, withFailed.filling?.done], [2, 4]);
    const everyone = await listOf({ ana: { status: 'sent' } }, { user });
    for (const [include_failed, error] of [
      [false, 'No one on this list is waiting for a message.'],
      [true, 'No one on this list is waiting for a message, and no message failed.'],
    ] as const) {
      const body = { name: 'Left', include_failed };
      const refusal = await server.refuse(user, 'POST /api/lists/:id/not-reached', { params: everyone.params, body });
      assert.equal(refusal.error, error);
    }
  });

  it('can be exported with statuses and values, and no cell is a formula', async () => {
    const ana = { status: 'not_found', variables: { city: '=1+1' } } as const;
    // Every JavaScript object has a `constructor` property, but these people have no value with that name.
    const { user, params } = await listOf({ ana, ben: {} }, { variables: ['city', 'constructor'] });
    await app.db
      .updateTable('recipients')
      .set({ created_at: '2026-03-01T10:00:00Z' })
      .where('user_id', '=', user.id)
      .execute();
    const reply = await server.send(user, {
      method: 'GET',
      url: `/api/lists/${params.id}/export?format=csv&timezone=Europe/Berlin`,
    });
    assert.match(String(reply.headers['content-disposition']), /filename="list-\d+\.csv"/);
    assert.deepEqual(reply.text.replace('\uFEFF', '').split('\r\n'), [
      'Username,Status,Added (Europe/Berlin),Link to profile,city,constructor',
      "ana,Not found,2026-03-01 11:00:00,https://www.instagram.com/ana/,'=1+1,",
      'ben,Pending,2026-03-01 11:00:00,https://www.instagram.com/ben/,,',
      '',
    ]);
    const sheet = await server.send(user, { method: 'GET', url: `/api/lists/${params.id}/export?format=xlsx` });
    assert.equal(sheet.raw.subarray(0, 2).toString(), 'PK');
  });
});

const own = async (user: TestUser) => ({ params: (await listOf(many(2), { user })).params });
const body = { name: 'List' };
describeAccess(server, [
  { key: 'POST /api/lists/:id/copy', input: async (owner) => ({ ...(await own(owner)), body }), isOwned: true },
  {
    key: 'POST /api/lists/:id/merge',
    input: async (user) => ({ ...(await own(user)), body: { list_ids: [(await listOf({}, { user })).id] } }),
    isOwned: true,
  },
  {
    key: 'POST /api/lists/:id/split',
    input: async (owner) => ({ ...(await own(owner)), body: { parts: 2 } }),
    isOwned: true,
  },
  { key: 'POST /api/lists/:id/not-reached', input: async (owner) => ({ ...(await own(owner)), body }), isOwned: true },
  { key: 'GET /api/lists/:id/export', input: own, isOwned: true },
]);
