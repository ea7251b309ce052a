import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importChunkRows, importRowsMax, openImportsMax } from '@sandpiper/contract/limits';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildList } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { createImport, sceneOfImports, sent, waitForImport } from '../../testing/import-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const scene = () => sceneOfImports(server);

describe('an import', () => {
  it('waits for its rows, and shows its list, its file and the user who created it', async () => {
    const { user, listId, create } = await scene();
    const created = await create({ variables: ['first_name', 'city'] });
    assert.partialDeepStrictEqual(created, {
      list: { id: listId, source: null },
      file_name: 'people.csv',
      username: user.username,
      status: 'receiving',
      variables: ['first_name', 'city'],
      rows: 0,
      undo_until: null,
    });
    const { import: found } = await server.call(user, 'GET /api/imports/:id', { params: { id: created.id } });
    assert.deepEqual(found, created);
  });

  it('is the only import into its list until it has ended', async () => {
    const { create, refuseCreate, call } = await scene();
    const { id } = await create();
    const refusal = await refuseCreate();
    assert.deepEqual(
      [refusal.status, refusal.error],
      [409, "Another import into this list isn't finished. Finish or cancel it first."],
    );
    await call('DELETE /api/imports/:id', id);
    await create();
  });

  it('can add as many variables as the list has room for', async () => {
    const { user, listId, refuseCreate, create } = await scene();
    const variables = Array.from({ length: 29 }, (_, index) => `v${index}`);
    await server.app.db.updateTable('lists').set({ variables }).where('id', '=', listId).execute();
    const refusal = await refuseCreate({ variables: ['v1', 'city', 'country'] });
    assert.deepEqual(refusal.fields, {
      variables: 'A list can have up to 30 variables. With this file, the list would have 31.',
    });
    await create({ variables: ['v1', 'city'] });
    for (const wrong of [['First name'], ['username'], ['city', 'city']]) {
      const refused = await server.refuse(user, 'POST /api/imports', {
        body: { list_id: listId, file_name: 'x.csv', variables: wrong },
      });
      assert.equal(refused.code, 'validation_failed', wrong.join());
    }
  });

  it('is refused if the user has too many unfinished imports, even if several are created at once', async () => {
    const { user, refuseCreate } = await scene();
    const lists: number[] = [];
    while (lists.length < openImportsMax + 4) lists.push((await buildList(server.app, user)).id);
    const created = await Promise.allSettled(lists.map((id) => createImport(server, user, id)));
    assert.equal(created.filter(({ status }) => status === 'fulfilled').length, openImportsMax);
    assert.match((await refuseCreate()).error, /several unfinished imports/);
  });

  it('is listed with other imports, newest first, for one list or for all lists', async () => {
    const { user, listId, create, call } = await scene();
    const first = await create();
    await call('DELETE /api/imports/:id', first.id);
    const kept = await create({ file_name: 'b.csv' });
    const other = await buildList(server.app, user);
    await createImport(server, user, other.id, { file_name: 'c.csv' });
    const all = await server.call(user, 'GET /api/imports');
    assert.deepEqual(
      all.imports.map(({ file_name }) => file_name),
      ['c.csv', 'b.csv'],
    );
    const ofList = await server.call(user, 'GET /api/imports', { query: { list_id: listId, limit: 1 } });
    assert.deepEqual(ofList.imports, [kept]);
    assert.deepEqual(ofList.pagination, { currentPage: 1, totalPages: 1, totalItems: 1, itemsPerPage: 1 });
  });

  it('is deleted with its rows if it is canceled before it is started', async () => {
    const { user, create, send, call } = await scene();
    const { id } = await create();
    await send(id, ['anna', 'ben']);
    await call('DELETE /api/imports/:id', id);
    assert.equal((await server.refuse(user, 'GET /api/imports/:id', { params: { id } })).status, 404);
    await waitForImport(server.app);
    const left = await server.app.db.selectFrom('imports').select('id').where('id', '=', id).execute();
    assert.deepEqual(left, []);
  });
});

describe('an import’s rows', () => {
  it('are refused if there are none or too many, or if a value is out of bounds', async () => {
    const { user, create } = await scene();
    const { id } = await create();
    const bodies = [
      { from: 0, rows: [] },
      { from: 0, rows: Array.from({ length: importChunkRows + 1 }, () => ({ line: 1, username: 'x' })) },
      { from: -1, rows: sent(['anna']) },
      { from: 0, rows: [{ line: 0, username: 'anna' }] },
      { from: 0, rows: [{ line: 1, username: 'x'.repeat(1001) }] },
    ];
    for (const body of bodies) {
      const refusal = await server.refuse(user, 'PUT /api/imports/:id/rows', { params: { id }, body });
      assert.equal(refusal.code, 'validation_failed');
    }
  });

  it('can be sent in parts, each of which can be sent again', async () => {
    const { user, create, send } = await scene();
    const { id } = await create();
    const put = (from: number, names: string[]) =>
      server.call(user, 'PUT /api/imports/:id/rows', { params: { id }, body: { from, rows: sent(names, from) } });
    assert.deepEqual(await send(id, ['anna', 'ben']), { rows: 2 });
    assert.deepEqual(await put(2, ['cleo']), { rows: 3 });
    assert.deepEqual(await put(2, ['cleo', 'dora']), { rows: 4 });
    // Rows that are sent again replace all rows from their position on.
    assert.deepEqual(await put(0, ['eve']), { rows: 1 });
    for (const from of [2, 5]) {
      const refusal = await server.refuse(user, 'PUT /api/imports/:id/rows', {
        params: { id },
        body: { from, rows: sent(['x']) },
      });
      assert.equal(refusal.error, 'The next row of this import must be row 1, counting from 0.');
    }
    const { status } = await server.refuse(user, 'PUT /api/imports/:id/rows', {
      params: { id },
      body: { from: importRowsMax - 1, rows: sent(['x', 'y']) },
    });
    assert.equal(status, 409);
  });

  it('are limited to a million, and each can have only as many values as the import has variables', async () => {
    const { user, create } = await scene();
    const { id } = await create({ variables: ['city'] });
    const row = { line: 1, username: 'anna', values: ['Rome', 'Italy'] };
    const refusal = await server.refuse(user, 'PUT /api/imports/:id/rows', {
      params: { id },
      body: { from: 0, rows: [row] },
    });
    assert.match(refusal.fields?.['rows'] ?? '', /variables \(1\)/);
    await server.app.db.updateTable('imports').set({ rows: importRowsMax }).where('id', '=', id).execute();
    const full = await server.refuse(user, 'PUT /api/imports/:id/rows', {
      params: { id },
      body: { from: importRowsMax, rows: sent(['anna']) },
    });
    assert.deepEqual([full.status, full.error], [413, 'An import can have up to 1,000,000 rows. Split the file.']);
  });

  it('are checked only after all have arrived, and none are accepted afterward', async () => {
    const { user, create, send } = await scene();
    const { id } = await create();
    await send(id, ['anna', 'ben']);
    const early = await server.refuse(user, 'POST /api/imports/:id/check', {
      params: { id },
      body: { rows: 3, contacted_days: null },
    });
    assert.deepEqual([early.status, early.error], [409, '2 of 3 rows have arrived. Send the rest first.']);
    await server.call(user, 'POST /api/imports/:id/check', { params: { id }, body: { rows: 2, contacted_days: null } });
    const late = await server.refuse(user, 'PUT /api/imports/:id/rows', {
      params: { id },
      body: { from: 2, rows: sent(['cleo'], 2) },
    });
    assert.equal(late.error, 'This import no longer accepts rows.');
  });

  it('are checked only once if the client repeats the request, but a request with other settings is refused', async () => {
    const { user, create, send } = await scene();
    const { id } = await create();
    await send(id, ['anna', 'ben']);
    await server.app.db.updateTable('imports').set({ status: 'checking' }).where('id', '=', id).execute();
    const checkFor = (contacted_days: number | null) => ({ params: { id }, body: { rows: 2, contacted_days } });
    const again = await server.call(user, 'POST /api/imports/:id/check', checkFor(null));
    assert.equal(again.import.status, 'checking');
    const other = await server.refuse(user, 'POST /api/imports/:id/check', checkFor(30));
    assert.equal(other.error, 'This import is already being checked or has already started.');
  });
});

const ownParams = async (owner: TestUser) => {
  const list = await buildList(server.app, owner);
  const values = { user_id: owner.id, list_id: list.id, list_name: list.name, file_name: 'people.csv' };
  const { id } = await server.app.db
    .insertInto('imports')
    .values({ ...values, username: owner.username, variables: [] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { params: { id } };
};
const rows = sent(['anna']);
describeAccess(server, [
  { key: 'GET /api/imports' },
  {
    key: 'POST /api/imports',
    input: async (owner) => ({
      body: { list_id: (await buildList(server.app, owner)).id, file_name: 'people.csv', variables: [] },
    }),
    isOwned: true,
  },
  { key: 'GET /api/imports/:id', input: ownParams, isOwned: true },
  { key: 'DELETE /api/imports/:id', input: ownParams, isOwned: true },
  {
    key: 'PUT /api/imports/:id/rows',
    input: async (owner) => ({ ...(await ownParams(owner)), body: { from: 0, rows } }),
    isOwned: true,
  },
  { key: 'GET /api/imports/:id/rows', input: ownParams, isOwned: true },
  { key: 'GET /api/imports/:id/rows/export', input: ownParams, isOwned: true },
  {
    key: 'POST /api/imports/:id/check',
    input: async (owner) => ({ ...(await ownParams(owner)), body: { rows: 1, contacted_days: 30 } }),
    isOwned: true,
  },
  {
    key: 'POST /api/imports/:id/start',
    input: async (owner) => ({
      ...(await ownParams(owner)),
      body: { include: [], update_values: false, source: 'A fair' },
    }),
    isOwned: true,
  },
  { key: 'GET /api/imports/:id/undo', input: ownParams, isOwned: true },
  { key: 'POST /api/imports/:id/undo', input: ownParams, isOwned: true },
]);
