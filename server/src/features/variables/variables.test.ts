import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jobsToEnd } from '../../platform/background-jobs.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildList, buildUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { buildCampaignRow } from '../../testing/campaign-rows.ts';
import { peopleWithValues } from '../../testing/people-with-values.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

async function listOf(options: Parameters<typeof buildList>[2] = peopleWithValues) {
  const user = await buildUser(app);
  const { id, recipients } = await buildList(app, user, options);
  const params = { id };
  type Wanted = { name: string; rename_from?: string }[];
  return {
    user,
    id,
    params,
    idOf: (name: string) => recipients.find(({ recipient }) => recipient === name)?.id ?? 0,
    change: (variables: Wanted) => server.call(user, 'PUT /api/lists/:id/variables', { params, body: { variables } }),
    refuse: (variables: Wanted) => server.refuse(user, 'PUT /api/lists/:id/variables', { params, body: { variables } }),
    values: async () => {
      const found = await server.call(user, 'GET /api/lists/:id/recipients', { params, query: { limit: 100 } });
      return Object.fromEntries(found.recipients.map(({ recipient, variables }) => [recipient, variables]));
    },
  };
}

const named = (...names: string[]) => names.map((name) => ({ name }));

describe('a list’s variables', () => {
  it('are listed with the number of recipients who have a value', async () => {
    const { user, params } = await listOf();
    assert.deepEqual(await server.call(user, 'GET /api/lists/:id/variables', { params }), {
      variables: [
        { name: 'first_name', people: 2 },
        { name: 'city', people: 1 },
      ],
      recipients: 3,
      is_changing: false,
    });
  });

  it('can be added, reordered, renamed and removed, and values stay with their variables', async () => {
    const { user, params, change, values } = await listOf();
    const { list, removed } = await change([{ name: 'shop' }, { name: 'town', rename_from: 'city' }]);
    assert.deepEqual(list.variables, ['shop', 'town']);
    assert.deepEqual(removed, [{ name: 'first_name', people: 2 }]);
    assert.deepEqual(await values(), { anna: { town: 'Bern' }, ben: {}, cleo: {} });
    await change(named('town', 'shop', 'first_name'));
    assert.deepEqual(await values(), { anna: { town: 'Bern' }, ben: {}, cleo: {} });
    const shown = await server.call(user, 'GET /api/lists/:id', { params });
    assert.deepEqual(shown.list.variables, ['town', 'shop', 'first_name']);
    assert.deepEqual((await server.call(user, 'GET /api/lists')).lists[0]?.variables, ['town', 'shop', 'first_name']);
  });

  it('are renamed and removed for everyone on a large list, in the background', async () => {
    const recipients = Array.from({ length: 1700 }, (_, index) => `person${index}`);
    const values = Object.fromEntries(recipients.map((name, index) => [name, { city: `City ${index}`, gone: 'x' }]));
    const { user, id, params, change } = await listOf({ variables: ['city', 'gone'], recipients, values });
    const { removed } = await change([{ name: 'town', rename_from: 'city' }]);
    assert.deepEqual(removed, [{ name: 'gone', people: 1700 }]);
    await jobsToEnd(app);
    const rows = await app.db
      .selectFrom('recipients')
      .select(['recipient', 'variables'])
      .where('list_id', '=', id)
      .execute();
    assert.equal(rows.length, 1700);
    for (const { recipient, variables } of rows)
      assert.deepEqual(variables, { town: `City ${recipient.slice('person'.length)}` });
    const counted = await server.call(user, 'GET /api/lists/:id/variables', { params });
    assert.deepEqual(counted, { variables: [{ name: 'town', people: 1700 }], recipients: 1700, is_changing: false });
  });

  it('need valid and distinct names, and are limited to thirty', async () => {
    const { refuse } = await listOf();
    for (const name of ['', 'First', 'a b', 'username', '1a']) {
      const refusal = await refuse(named(name));
      assert.deepEqual([refusal.status, refusal.code], [400, 'validation_failed'], name);
    }
    assert.match((await refuse(named('a', 'a'))).error, /\{a\} appears twice/);
    const many = Array.from({ length: 31 }, (_, index) => `v${index}`);
    assert.match((await refuse(named(...many))).error, /up to 30 variables/);
  });

  it('are not renamed if that would mix up values', async () => {
    const { refuse, values } = await listOf();
    const before = await values();
    const first = { name: 'city', rename_from: 'first_name' };
    assert.match((await refuse([first])).error, /already has a variable \{city\}/);
    assert.match((await refuse([first, { name: 'first_name', rename_from: 'city' }])).error, /already has/);
    assert.match((await refuse([{ name: 'a', rename_from: 'nothing' }])).error, /no variable \{nothing\}/);
    const twice = [
      { name: 'a', rename_from: 'city' },
      { name: 'b', rename_from: 'city' },
    ];
    assert.match((await refuse(twice)).error, /two names/);
    assert.match((await refuse([{ name: 'a', rename_from: 'city' }, { name: 'city' }])).error, /two names/);
    assert.deepEqual(await values(), before);
  });

  for (const status of ['pending', 'running', 'paused'] as const) {
    it(`are kept while a ${status} campaign uses them in its text`, async () => {
      const user = await buildUser(app);
      const content = 'Hi {first_name|there}';
      const { listId } = await buildCampaign(app, user, { ...peopleWithValues, content, status });
      const params = { id: listId };
      for (const variables of [named('city'), [...named('city'), { name: 'name', rename_from: 'first_name' }]]) {
        const refusal = await server.refuse(user, 'PUT /api/lists/:id/variables', { params, body: { variables } });
        assert.equal(refusal.code, 'invalid_state');
        assert.match(refusal.error, /The campaign "Spring" uses \{first_name\}/);
      }
      // The text doesn't use the removed variable.
      await server.call(user, 'PUT /api/lists/:id/variables', { params, body: { variables: named('first_name') } });
    });
  }

  it('can be removed once the campaign that used them has ended', async () => {
    const user = await buildUser(app);
    const { id: listId } = await buildList(app, user, peopleWithValues);
    await buildCampaignRow(app, user, {
      list_id: listId,
      template_content: 'Hi {first_name|there}',
      status: 'completed',
    });
    const params = { id: listId };
    await server.call(user, 'PUT /api/lists/:id/variables', { params, body: { variables: [] } });
  });

  it('are kept while an import writes their values', async () => {
    const { user, id, change, refuse } = await listOf();
    const row = {
      user_id: user.id,
      list_id: id,
      list_name: 'x',
      file_name: 'x.csv',
      username: 'x',
      variables: ['city'],
    };
    await app.db
      .insertInto('imports')
      .values({ ...row, status: 'importing' })
      .execute();
    assert.match((await refuse(named('first_name'))).error, /An import into this list is still writing values/);
    await change(named('city'));
  });

  it('can be neither changed nor used while they are still being renamed', async () => {
    const user = await buildUser(app);
    const { id, listId } = await buildCampaign(app, user, peopleWithValues);
    const job = { user_id: user.id, kind: 'list_variables', subject_id: listId, progress: '{}' };
    await app.db
      .insertInto('background_jobs')
      .values({ ...job, leased_until: new Date(Date.now() + 60_000) })
      .execute();
    const [recipient] = (await server.call(user, 'GET /api/recipients')).recipients;
    const other = await buildList(app, user, { recipients: ['dora'] });
    const row = { user_id: user.id, list_id: listId, list_name: 'x', file_name: 'x.csv', username: 'x' };
    const unfinished = await app.db
      .insertInto('imports')
      .values({ ...row, variables: ['city'], status: 'checked' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const add = (from: number, list_id: number) =>
      server.refuse(user, 'POST /api/people-changes', {
        body: { scope: { list_id: from, filter: {} }, change: { type: 'add_to_list', list_id } },
      });
    const refusals = [
      await server.refuse(user, 'POST /api/lists/:id/copy', { params: { id: listId }, body: { name: 'Copy' } }),
      await server.refuse(user, 'POST /api/lists/:id/merge', {
        params: { id: other.id },
        body: { list_ids: [listId] },
      }),
      await add(listId, other.id),
      await add(other.id, listId),
      await server.refuse(user, 'POST /api/imports/:id/start', {
        params: { id: unfinished.id },
        body: { include: [], update_values: true, source: 'A fair' },
      }),
      await server.refuse(user, 'PUT /api/lists/:id/variables', { params: { id: listId }, body: { variables: [] } }),
      await server.refuse(user, 'PUT /api/recipients/:id/variables', {
        params: { id: recipient?.id ?? 0 },
        body: { variables: { city: 'Rome' } },
      }),
      await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id } }),
      await server.refuse(user, 'GET /api/lists/:id/export', { params: { id: listId }, query: { format: 'csv' } }),
    ];
    for (const { code, error } of refusals) {
      assert.equal(code, 'invalid_state');
      assert.match(error, /still being changed/);
    }
    const { problems } = await server.call(user, 'POST /api/campaigns/:id/preflight', { params: { id }, body: {} });
    assert.ok(problems.some(({ code, is_blocking }) => code === 'variables_changing' && is_blocking));
    const shown = await server.call(user, 'GET /api/lists/:id/variables', { params: { id: listId } });
    assert.equal(shown.is_changing, true);
    await app.db.deleteFrom('background_jobs').where('user_id', '=', user.id).execute();
  });
});

describe('a recipient’s values', () => {
  it('can be set one by one, are stored without stray spaces and control characters, and are removed by an empty value', async () => {
    const { user, idOf, values } = await listOf();
    const set = (variables: Record<string, string>) =>
      server.call(user, 'PUT /api/recipients/:id/variables', { params: { id: idOf('anna') }, body: { variables } });
    const { recipient } = await set({ city: ' La\nPaz\u0000 ' });
    assert.deepEqual(recipient.variables, { first_name: 'Anna', city: 'La Paz' });
    await set({ first_name: ' ', city: 'Lima' });
    assert.deepEqual((await values())['anna'], { city: 'Lima' });
    await set({ city: '' });
    await set({});
    const row = await app.db
      .selectFrom('recipients')
      .select('variables')
      .where('id', '=', idOf('anna'))
      .executeTakeFirst();
    assert.equal(row?.variables, null);
  });

  it('must belong to the list’s variables and must not be too long', async () => {
    const { user, idOf } = await listOf();
    const refuse = (variables: Record<string, string>) =>
      server.refuse(user, 'PUT /api/recipients/:id/variables', { params: { id: idOf('anna') }, body: { variables } });
    const unknown = await refuse({ shop: 'x' });
    assert.equal(unknown.fields?.['shop'], 'This list has no variable {shop}. Add it to the list first.');
    assert.match((await refuse({ city: 'x'.repeat(201) })).error, /up to 200 characters/);
    await refuse({ city: 'x'.repeat(100_000) });
  });
});

const ownList = async (owner: { id: number }) => ({
  params: { id: (await buildList(app, owner, peopleWithValues)).id },
});
const ownPerson = async (owner: { id: number }) => {
  const { recipients } = await buildList(app, owner, peopleWithValues);
  return { params: { id: recipients[0]?.id ?? 0 }, body: { variables: { city: 'Rome' } } };
};
describeAccess(server, [
  { key: 'GET /api/lists/:id/variables', input: ownList, isOwned: true },
  {
    key: 'PUT /api/lists/:id/variables',
    input: async (owner) => ({ ...(await ownList(owner)), body: { variables: [] } }),
    isOwned: true,
  },
  { key: 'PUT /api/recipients/:id/variables', input: ownPerson, isOwned: true },
]);
