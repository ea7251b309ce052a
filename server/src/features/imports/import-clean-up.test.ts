import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { jobsToEnd } from '../../platform/background-jobs.ts';
import { buildList } from '../../testing/builders.ts';
import {
  checkedImport,
  createImport,
  endedImport,
  importNow,
  manyNames,
  namesOn,
  start,
  waitForImport,
} from '../../testing/import-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { cleanUpImports } from './import-clean-up.service.ts';
import { tableOfRows } from './import-export.service.ts';

const server = await testServer();
const { app } = server;

describe('the rows of imports', () => {
  const isOver = (id: number) =>
    app.db
      .updateTable('imports')
      .set({ kept_until: sql<string>`now() - interval '1 second'` })
      .where('id', '=', id)
      .execute();
  async function rowsLeft(id: number): Promise<number> {
    const { rows } = await sql<{ rows: number }>`SELECT (SELECT count(*) FROM import_rows WHERE import_id = ${id})
      + (SELECT count(*) FROM import_chunks WHERE import_id = ${id}) AS rows`.execute(app.db);
    return rows[0]?.rows ?? 0;
  }

  it('are deleted once the import can no longer be undone, but the import stays in the list of imports', async () => {
    const scene = await endedImport(server, manyNames(2500));
    await cleanUpImports(app);
    await jobsToEnd(app);
    assert.equal(await rowsLeft(scene.id), 2500);
    await isOver(scene.id);
    await cleanUpImports(app);
    await cleanUpImports(app);
    await jobsToEnd(app);
    assert.equal(await rowsLeft(scene.id), 0);
    assert.partialDeepStrictEqual(await importNow(server, scene), { status: 'done', added: 2500, rows_until: null });
    const { rows, pagination } = await server.call(scene.user, 'GET /api/imports/:id/rows', {
      params: { id: scene.id },
    });
    assert.deepEqual([rows, pagination.totalItems], [[], 0]);
    assert.equal((await namesOn(app, scene.listId)).length, 2500);
  });

  it('are deleted along with an import that nobody has continued for a day', async () => {
    const scene = await checkedImport(server, { rows: manyNames(10) });
    const { user } = scene;
    const unchecked = await checkedImport(server, { rows: ['x'] });
    await server.call(unchecked.user, 'DELETE /api/imports/:id', { params: { id: unchecked.id } });
    const waiting = await unchecked.create();
    await unchecked.send(waiting.id, ['anna', 'ben']);
    for (const id of [scene.id, waiting.id]) await isOver(id);
    await cleanUpImports(app);
    assert.equal((await server.refuse(user, 'GET /api/imports/:id', { params: { id: scene.id } })).status, 404);
    await jobsToEnd(app);
    for (const id of [scene.id, waiting.id]) assert.equal(await rowsLeft(id), 0);
    await scene.create();
  });

  it('are deleted along with an unfinished import whose list was deleted', async () => {
    const scene = await checkedImport(server, { rows: manyNames(10) });
    await server.call(scene.user, 'DELETE /api/lists/:id', { params: { id: scene.listId } });
    await cleanUpImports(app);
    await jobsToEnd(app);
    assert.equal(await rowsLeft(scene.id), 0);
    assert.equal((await server.refuse(scene.user, 'GET /api/imports/:id', { params: { id: scene.id } })).status, 404);
  });

  it('can’t be exported once they are being deleted, and a download that is in progress is aborted', async () => {
    const scene = await endedImport(server, manyNames(1200));
    const { batches } = await tableOfRows(app, { userId: scene.user.id, id: scene.id });
    const rest = batches[Symbol.asyncIterator]();
    await rest.next();
    await isOver(scene.id);
    const missing = /no longer available/;
    const url = `/api/imports/${scene.id}/rows/export`;
    const early = await server.send(scene.user, { method: 'GET', url });
    assert.deepEqual([early.status, missing.test(early.text)], [409, true]);
    await cleanUpImports(app);
    await jobsToEnd(app);
    await assert.rejects(async () => {
      while ((await rest.next()).done !== true);
    }, missing);
    assert.equal((await server.send(scene.user, { method: 'GET', url })).status, 409);
  });

  it('are kept if the user continues the import while the server is looking for outdated imports', async () => {
    const scene = await checkedImport(server, { rows: manyNames(10) });
    const { user } = scene;
    const { id: otherList } = await buildList(app, user);
    const { id: resumed } = await createImport(server, user, otherList);
    await scene.send(resumed, ['anna']);
    for (const id of [scene.id, resumed]) await isOver(id);
    let isListed = false;
    await cleanUpImports({
      ...app,
      db: app.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (isListed) return result;
          isListed = true;
          await start(server, scene);
          await scene.send(resumed, ['anna', 'ben']);
          return result;
        },
      }),
    });
    await waitForImport(app);
    assert.partialDeepStrictEqual(await importNow(server, scene), { status: 'done', added: 10 });
    assert.equal(await rowsLeft(scene.id), 10);
    assert.partialDeepStrictEqual(await importNow(server, { user, id: resumed }), { status: 'receiving', rows: 2 });
    assert.equal(await rowsLeft(resumed), 1);
  });
});
