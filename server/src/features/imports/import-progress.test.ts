import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { continueJobs, jobsToEnd, stopJobs } from '../../platform/background-jobs.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { checkedImport, importNow, manyNames, namesOn, start, waitForImport } from '../../testing/import-scene.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

describe('a checked import', () => {
  it('can be started only once, even with concurrent requests', async () => {
    const scene = await checkedImport(server, { rows: manyNames(600) });
    const { user, id, listId } = scene;
    const body = { include: [], update_values: false, source: 'A fair' };
    const calls = [1, 2, 3].map(() =>
      server.send(user, { method: 'POST', url: `/api/imports/${id}/start`, body }).then(({ status }) => status),
    );
    assert.deepEqual(
      (await Promise.all(calls)).toSorted((a, b) => a - b),
      [200, 409, 409],
    );
    await waitForImport(app);
    assert.equal((await namesOn(app, listId)).length, 600);
    const late = await server.refuse(user, 'POST /api/imports/:id/start', { params: { id }, body });
    assert.equal(late.error, 'This import has already started.');
  });

  it('continues in another server process from where the first process stopped, and imports every row once', async () => {
    const scene = await checkedImport(server, { rows: manyNames(3000) });
    const { listId, id } = scene;
    const first = await startBeside(server);
    await start(first, scene);
    while ((await importNow(server, scene)).rows_done === 0) await setImmediate();
    await stopJobs(first.app);
    const left = await importNow(server, scene);
    assert.equal(left.status, 'importing');
    assert.equal((await namesOn(app, listId)).length, left.rows_done);
    await continueJobs(app);
    await jobsToEnd(app);
    const ended = await importNow(server, scene);
    assert.partialDeepStrictEqual(ended, { id, status: 'done', added: 3000, rows_done: 3000, fates: { new: 3000 } });
    assert.deepEqual(await namesOn(app, listId), manyNames(3000));
  });

  it('stops when it is canceled, and keeps the people it has added', async () => {
    const scene = await checkedImport(server, { rows: manyNames(5000) });
    const { user, listId, id } = scene;
    await start(server, scene);
    while ((await importNow(server, scene)).rows_done === 0) await setImmediate();
    await server.call(user, 'DELETE /api/imports/:id', { params: { id } });
    const stopped = await importNow(server, scene);
    await waitForImport(app);
    const later = await importNow(server, scene);
    assert.equal(later.status, 'stopped');
    assert.ok(later.added < 5000 && later.undo_until !== null);
    assert.deepEqual(later, stopped);
    assert.equal((await namesOn(app, listId)).length, later.added);
    const refusal = await server.refuse(user, 'DELETE /api/imports/:id', { params: { id } });
    assert.equal(refusal.error, 'This import has already ended. You can undo it.');
  });

  it('refreshes the database’s statistics about people and recipients, so that queries use the right indexes', async () => {
    const scene = await checkedImport(server, { rows: manyNames(2500) });
    const analyses = async () => {
      const { rows } = await sql<{ times: number }>`SELECT sum(analyze_count)::int AS times FROM pg_stat_user_tables
        WHERE relname IN ('people', 'recipients')`.execute(app.db);
      return rows[0]?.times ?? 0;
    };
    const before = await analyses();
    await start(server, scene);
    await waitForImport(app);
    assert.equal((await analyses()) - before, 2);
  });

  it('fails when its list is deleted, and notifies the user', async () => {
    const scene = await checkedImport(server, { file_name: 'fair.csv', rows: manyNames(5000) });
    const { user, listId } = scene;
    await start(server, scene);
    while ((await importNow(server, scene)).rows_done === 0) await setImmediate();
    // Delete the list directly in the database. The API deletes lists in batches, so the import might end first.
    await app.db.deleteFrom('lists').where('id', '=', listId).execute();
    const failed = await importNow(server, scene);
    assert.partialDeepStrictEqual(failed, { status: 'failed', list: null, undo_until: null });
    await waitForImport(app);
    assert.deepEqual(await namesOn(app, listId), []);
    const { notices } = await server.call(user, 'GET /api/notices');
    assert.deepEqual(
      notices.map(({ title, message, path }) => [title, message, path]),
      [['“fair.csv” couldn’t be imported', 'The list was deleted before the import finished.', '/lists']],
    );
  });

  it('can no longer be started after its list has been deleted', async () => {
    const scene = await checkedImport(server, { rows: ['anna'] });
    const { user, listId, id } = scene;
    await server.call(user, 'DELETE /api/lists/:id', { params: { id: listId } });
    assert.equal((await importNow(server, scene)).status, 'failed');
    const refusal = await server.refuse(user, 'POST /api/imports/:id/start', {
      params: { id },
      body: { include: [], update_values: false, source: 'A fair' },
    });
    assert.deepEqual([refusal.status, refusal.error], [409, "This import's list was deleted."]);
    await server.call(user, 'DELETE /api/imports/:id', { params: { id } });
  });

  it('keeps campaigns from starting until everyone is on the list, and adds nobody to a campaign that is already running', async () => {
    const scene = await checkedImport(server, { recipients: ['known'], rows: manyNames(3000) });
    const { user, listId } = scene;
    const running = await buildCampaign(app, user, { listId, status: 'running' });
    const pending = await buildCampaign(app, user, { listId, content: 'Another text' });
    await start(server, scene);
    const early = await server.refuse(user, 'POST /api/campaigns/:id/start', { params: { id: pending.id }, body: {} });
    assert.deepEqual([early.status, early.code], [409, 'invalid_state']);
    assert.match(early.error, /is still being filled/);
    await waitForImport(app);
    await server.call(user, 'POST /api/campaigns/:id/start', { params: { id: pending.id }, body: {} });
    const totals = [running, pending].map(async ({ id }) => {
      const { campaign } = await server.call(user, 'GET /api/campaigns/:id', { params: { id } });
      return campaign.total_list;
    });
    // The two campaigns have different texts, so nobody is skipped.
    assert.deepEqual(await Promise.all(totals), [1, 3001]);
  });
});
