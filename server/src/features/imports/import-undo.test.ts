import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { continueJobs, jobsToEnd, stopJobs } from '../../platform/background-jobs.ts';
import type { TestUser } from '../../testing/builders.ts';
import {
  checkedImport,
  endedImport,
  importNow,
  manyNames,
  namesOn,
  recipientsOn,
  setValues,
  start,
  undoneImport,
  waitForImport,
} from '../../testing/import-scene.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

const undo = ({ user, id }: { user: TestUser; id: number }) =>
  server.call(user, 'POST /api/imports/:id/undo', { params: { id } });

const whyNot = async ({ user, id }: { user: TestUser; id: number }) => {
  const refusal = await server.refuse(user, 'POST /api/imports/:id/undo', { params: { id } });
  assert.equal(refusal.status, 409);
  return refusal.error;
};

describe('undoing an import', () => {
  it('removes the people that the import added, and nobody else', async () => {
    const scene = await endedImport(server, ['anna', 'ben', 'known'], { recipients: ['known'] });
    const { user, listId } = scene;
    await server.call(user, 'POST /api/recipients', { body: { recipient: 'later', list_id: listId } });
    const ended = await undoneImport(server, scene);
    assert.deepEqual(await namesOn(app, listId), ['known', 'later']);
    assert.partialDeepStrictEqual(ended, { status: 'undone', added: 2, removed: 2, kept: 0, undo_until: null });
    assert.equal(await whyNot(scene), 'This import has already been undone.');
    const { notices } = await server.call(user, 'GET /api/notices');
    const { name } = await app.db.selectFrom('lists').select('name').where('id', '=', listId).executeTakeFirstOrThrow();
    assert.deepEqual(
      [notices[0]?.title, notices[0]?.message],
      [
        'The import of “people.csv” was undone',
        `2 people were removed from “${name}”. People known only from this import were also removed from People.`,
      ],
    );
  });

  it('restores values that nobody has changed since', async () => {
    const rows = [
      ['anna', 'Rome'],
      ['ben', 'Oslo'],
      ['cleo', 'Bern'],
    ];
    const scene = await checkedImport(server, { recipients: ['anna', 'ben', 'cleo'], variables: ['city'], rows });
    const { listId } = scene;
    await setValues(app, listId, 'anna', { city: 'Paris', name: 'Anna' });
    await start(server, scene, { update_values: true });
    await waitForImport(app);
    await setValues(app, listId, 'ben', { city: 'Bergen' });
    const ended = await undoneImport(server, scene);
    assert.deepEqual(
      (await recipientsOn(app, listId)).map(({ recipient, variables }) => [recipient, variables]),
      [
        ['anna', { city: 'Paris', name: 'Anna' }],
        ['ben', { city: 'Bergen' }],
        ['cleo', null],
      ],
    );
    assert.partialDeepStrictEqual(ended, { updated: 3, removed: 0, restored: 2 });
  });

  it('is possible for a stopped import, but not for an import that is running or has not started', async () => {
    const scene = await checkedImport(server, { rows: manyNames(5000) });
    assert.equal(await whyNot(scene), "This import didn't add anyone.");
    await start(server, scene);
    while ((await importNow(server, scene)).rows_done === 0) await setImmediate();
    assert.equal(await whyNot(scene), 'This import is still running. Cancel it first.');
    await server.call(scene.user, 'DELETE /api/imports/:id', { params: { id: scene.id } });
    const { added } = await importNow(server, scene);
    const ended = await undoneImport(server, scene);
    assert.deepEqual([ended.removed, ended.removed > 0], [added, true]);
    assert.deepEqual(await namesOn(app, scene.listId), []);
  });

  it('is possible for 7 days, as long as the list exists', async () => {
    const scene = await endedImport(server, ['anna']);
    const shift = (days: number) =>
      app.db
        .updateTable('imports')
        .set({ kept_until: sql<string>`kept_until - make_interval(days => ${days})` })
        .where('id', '=', scene.id)
        .execute();
    await shift(6);
    assert.notEqual((await importNow(server, scene)).undo_until, null);
    await shift(1);
    assert.equal((await importNow(server, scene)).undo_until, null);
    assert.equal(await whyNot(scene), 'An import can only be undone within 7 days.');
    const other = await endedImport(server, ['anna']);
    await server.call(other.user, 'DELETE /api/lists/:id', { params: { id: other.listId } });
    assert.equal(await whyNot(other), "This import's list was deleted.");
    const empty = await endedImport(server, ['anna'], { recipients: ['anna'] });
    assert.equal(await whyNot(empty), "This import didn't add anyone.");
  });

  it('continues in another server process, and counts everyone once', async () => {
    const scene = await endedImport(server, manyNames(3000));
    const first = await startBeside(server);
    await first.call(scene.user, 'POST /api/imports/:id/undo', { params: { id: scene.id } });
    while ((await importNow(server, scene)).removed === 0) await setImmediate();
    await stopJobs(first.app);
    const left = await importNow(server, scene);
    assert.equal(left.status, 'undoing');
    assert.equal((await namesOn(app, scene.listId)).length, 3000 - left.removed);
    await continueJobs(app);
    await jobsToEnd(app);
    assert.partialDeepStrictEqual(await importNow(server, scene), { status: 'undone', removed: 3000, kept: 0 });
    assert.deepEqual(await namesOn(app, scene.listId), []);
  });

  it('ends if the list is deleted in the meantime', async () => {
    const scene = await endedImport(server, manyNames(3000));
    await undo(scene);
    await server.call(scene.user, 'DELETE /api/lists/:id', { params: { id: scene.listId } });
    await waitForImport(app);
    assert.partialDeepStrictEqual(await importNow(server, scene), { status: 'undone', list: null });
  });

  it('lets the same file be imported again', async () => {
    const scene = await endedImport(server, ['anna']);
    await undoneImport(server, scene);
    const again = await scene.create();
    await scene.send(again.id, ['anna']);
    const body = { rows: 1, contacted_days: null };
    await server.call(scene.user, 'POST /api/imports/:id/check', { params: { id: again.id }, body });
    await waitForImport(app);
    await start(server, { user: scene.user, id: again.id });
    await waitForImport(app);
    assert.deepEqual(await namesOn(app, scene.listId), ['anna']);
  });
});
