import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser, uniqueName } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

const save = (user: TestUser, name: string, filter: object = {}) =>
  server.call(user, 'POST /api/saved-filters', { body: { name, filter } });

describe('saved filters', () => {
  it('can be created, changed and deleted', async () => {
    const user = await buildUser(app);
    const filter = { search: 'studio', state: 'failed', tag_id: 4, list_id: 5, since: '2026-01-02' } as const;
    const { saved_filter } = await save(user, ' Failed studios ', filter);
    assert.deepEqual([saved_filter.name, saved_filter.filter], ['Failed studios', filter]);
    await save(user, 'all');
    const { saved_filters } = await server.call(user, 'GET /api/saved-filters');
    assert.deepEqual(
      saved_filters.map((one) => [one.name, one.filter]),
      [
        ['all', {}],
        ['Failed studios', filter],
      ],
    );
    const params = { id: saved_filter.id };
    const body = { name: 'Recent', filter: { state: 'contacted', days: 30 } } as const;
    const changed = await server.call(user, 'PUT /api/saved-filters/:id', { params, body });
    assert.deepEqual(changed.saved_filter, { ...saved_filter, ...body });
    await server.call(user, 'DELETE /api/saved-filters/:id', { params });
    assert.equal((await server.call(user, 'GET /api/saved-filters')).saved_filters.length, 1);
    assert.equal((await server.refuse(user, 'DELETE /api/saved-filters/:id', { params })).status, 404);
  });

  it('have unique names, ignoring case', async () => {
    const user = await buildUser(app);
    await save(user, 'warm');
    const { saved_filter } = await save(user, 'cold');
    const body = { name: 'Warm', filter: {} };
    const taken = await server.refuse(user, 'POST /api/saved-filters', { body });
    assert.deepEqual([taken.code, taken.fields?.['name']], ['name_taken', 'You already have a filter called Warm.']);
    const renamed = await server.refuse(user, 'PUT /api/saved-filters/:id', { params: { id: saved_filter.id }, body });
    assert.equal(renamed.code, 'name_taken');
  });

  it('are limited to fifty, even if several are saved at once', async () => {
    const user = await buildUser(app);
    const rows = Array.from({ length: 49 }, (_, index) => ({ user_id: user.id, name: `f${index}`, filter: '{}' }));
    await app.db.insertInto('saved_filters').values(rows).execute();
    await Promise.allSettled(Array.from({ length: 8 }, (_, index) => save(user, `Filter ${index}`)));
    assert.equal((await server.call(user, 'GET /api/saved-filters')).saved_filters.length, 50);
    const refusal = await server.refuse(user, 'POST /api/saved-filters', { body: { name: 'more', filter: {} } });
    assert.equal(refusal.code, 'invalid_state');
  });

  it('are refused if they contain an invalid value', async () => {
    const user = await buildUser(app);
    for (const filter of [{ state: 'asleep' }, { since: 'yesterday' }, { days: 0 }, { list_id: -1 }]) {
      const reply = await server.send(user, { method: 'POST', url: '/api/saved-filters', body: { name: 'x', filter } });
      assert.equal(reply.status, 400, JSON.stringify(filter));
    }
  });

  it('are separate for each user', async () => {
    const [user, stranger] = [await buildUser(app), await buildUser(app)];
    await save(user, 'warm');
    await save(stranger, 'warm');
    assert.equal((await server.call(stranger, 'GET /api/saved-filters')).saved_filters.length, 1);
  });
});

async function ownFilter(owner: TestUser) {
  const values = { user_id: owner.id, name: uniqueName('filter-'), filter: '{}' };
  const { id } = await app.db.insertInto('saved_filters').values(values).returning('id').executeTakeFirstOrThrow();
  return { params: { id } };
}

const body = { name: 'warm', filter: {} };

describeAccess(server, [
  { key: 'GET /api/saved-filters' },
  { key: 'POST /api/saved-filters', input: () => Promise.resolve({ body }) },
  { key: 'PUT /api/saved-filters/:id', input: async (owner) => ({ ...(await ownFilter(owner)), body }), isOwned: true },
  { key: 'DELETE /api/saved-filters/:id', input: ownFilter, isOwned: true },
]);
