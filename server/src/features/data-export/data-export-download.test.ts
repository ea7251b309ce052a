import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { continueJobs, jobsToEnd, stopJobs } from '../../platform/background-jobs.ts';
import { describeAccess } from '../../testing/access-tests.ts';
import { buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import { downloadExport, jsonIn, prepareExport, textIn } from '../../testing/data-exports.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import { streamArchive } from './archive.service.ts';
import { dropOldExports } from './data-export.service.ts';
import { exportKinds } from './export-kinds.ts';

const server = await testServer();
const { app } = server;

/** Returns the user's prepared export, as `streamArchive` needs it. */
async function exportOf({ id: user_id }: TestUser) {
  const row = app.db.selectFrom('data_exports').select(['id', 'user_id']).where('user_id', '=', user_id);
  return { ...(await row.executeTakeFirstOrThrow()), created_at: new Date().toISOString() };
}

describe('an export of everything', () => {
  it('leaves texts that look like times unchanged', async () => {
    const user = await buildUser(app);
    const notes = ['2026-05-03T10: call her', '2026-05-03T10:30 met at the fair', '2026-99-99T99:99:99+00:00'];
    for (const [number, note] of notes.entries()) {
      const params = { username: `person${number}` };
      await server.call(user, 'POST /api/do-not-contact', { body: { usernames: [params.username] } });
      await server.call(user, 'PUT /api/person/:username', { params, body: { note } });
    }
    await prepareExport(server, user);
    const book = await readXlsx((await downloadExport(server, user)).get('everything.xlsx') ?? new Uint8Array());
    const { rows = [] } = book.sheets.find(({ name }) => name === 'People') ?? {};
    assert.deepEqual(
      rows.slice(1).map((row) => row[2]),
      notes,
    );
  });

  it('continues where it left off after a restart', async () => {
    const user = await buildUser(app);
    const created = await app.db
      .insertInto('data_exports')
      .values({ user_id: user.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const position = 1000;
    await app.db
      .insertInto('background_jobs')
      .values({
        user_id: user.id,
        kind: 'data-export',
        subject_id: created.id,
        progress: JSON.stringify({ kind: 1, after: null, position }),
      })
      .execute();
    await app.db
      .insertInto('data_export_chunks')
      .values({ user_id: user.id, export_id: created.id, position: 0, kind: 'user_account', rows: '{"id":7}' })
      .execute();
    const next = await startBeside(server);
    await continueJobs(next.app);
    await jobsToEnd(next.app);
    const files = await downloadExport(next, user);
    assert.deepEqual(jsonIn(files, 'user_account'), [{ id: 7 }]);
    assert.match(textIn(files, 'json/settings.json'), /max_retries/);
  });

  it('is replaced by the next export, and is deleted on request, after 7 days, or when a person is forgotten', async () => {
    const user = await buildUser(app);
    await buildCampaign(app, user, { recipients: ['ann'] });
    const chunks = () =>
      app.db.selectFrom('data_export_chunks').select('position').where('user_id', '=', user.id).execute();
    await prepareExport(server, user);
    const first = await app.db
      .selectFrom('data_exports')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    await prepareExport(server, user);
    const second = await app.db.selectFrom('data_exports').select('id').where('user_id', '=', user.id).execute();
    assert.equal(second.length, 1);
    assert.notEqual(second[0]?.id, first?.id);
    await server.call(user, 'DELETE /api/data-export');
    assert.equal((await server.call(user, 'GET /api/data-export')).export, null);
    await prepareExport(server, user);
    await server.call(user, 'POST /api/person/:username/forget', { params: { username: 'ann' } });
    assert.deepEqual(await chunks(), []);
    await prepareExport(server, user);
    const created_at = new Date(Date.now() - 7 * 86_400_000 - 1000);
    await app.db.updateTable('data_exports').set({ created_at }).where('user_id', '=', user.id).execute();
    assert.equal((await server.refuse(user, 'GET /api/data-export/file')).status, 404);
    await dropOldExports(app);
    assert.deepEqual(await chunks(), []);
  });

  it('is prepared again from the start if a person is forgotten in the meantime, even if the server stops right after that', async () => {
    const user = await buildUser(app);
    await buildCampaign(app, user, { recipients: ['ann'] });
    const beside = await startBeside(server);
    await beside.call(user, 'POST /api/data-export');
    await stopJobs(beside.app);
    const found = async () => (await server.call(user, 'GET /api/data-export')).export;
    assert.equal((await found())?.status, 'preparing');
    const { id: export_id } = await exportOf(user);
    const stale = { user_id: user.id, export_id, position: 1000, kind: 'deliveries', rows: '{"recipient":"ann"}' };
    await app.db.insertInto('data_export_chunks').values(stale).execute();
    await sql`CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''stopped''; END'`.execute(
      app.db,
    );
    await sql`CREATE TRIGGER stops BEFORE DELETE ON data_export_chunks EXECUTE FUNCTION stop()`.execute(app.db);
    await server.send(user, { method: 'POST', url: '/api/person/ann/forget' });
    await sql`DROP FUNCTION stop CASCADE`.execute(app.db);
    await dropOldExports(app);
    await continueJobs(app);
    await jobsToEnd(app);
    assert.equal((await found())?.status, 'ready');
    assert.doesNotMatch(textIn(await downloadExport(server, user), 'json/deliveries.json'), /ann/);
    const { notices } = await server.call(user, 'GET /api/notices');
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['export_ready'],
    );
  });

  it('aborts its download if it is deleted in the meantime, so that nobody mistakes the archive for a complete one', async () => {
    const user = await buildUser(app);
    await buildCampaign(app, user, { recipients: ['ann'] });
    await prepareExport(server, user);
    const prepared = await exportOf(user);
    let deletion: Promise<unknown> | undefined;
    const db = app.db.withPlugin({
      transformQuery: ({ node }) => node,
      // Delete the export after the download's first query.
      transformResult: async ({ result }) => {
        deletion ??= server.call(user, 'DELETE /api/data-export');
        await deletion;
        return result;
      },
    });
    await assert.rejects(buffer(streamArchive({ ...app, db }, prepared)), /deleted/);
  });

  it('aborts its download if any query fails', async () => {
    const user = await buildUser(app);
    await prepareExport(server, user);
    const prepared = await exportOf(user);
    /** Downloads the archive. Every query after the first `most` queries fails. Returns the number of queries. */
    const downloadWith = async (most: number): Promise<number> => {
      let queries = 0;
      const db = app.db.withPlugin({
        transformQuery: ({ node }) => {
          queries += 1;
          if (queries > most) throw new Error('the connection was lost');
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      await buffer(streamArchive({ ...app, db }, prepared));
      return queries;
    };
    const all = await downloadWith(Infinity);
    assert.ok(all > 10, String(all));
    for (let most = 0; most < all; most += 1)
      await assert.rejects(downloadWith(most), /connection was lost/, `${most}`);
  });

  it('does not block other work while its rows are gathered and packed', async () => {
    const user = await buildUser(app);
    await buildCampaign(app, user, { recipients: Array.from({ length: 2000 }, (_, number) => `one${number}`) });
    let turns = 0;
    const counting = new AbortController();
    const count = (async () => {
      while (!counting.signal.aborted) {
        await setTimeout(0);
        turns += 1;
      }
    })();
    await prepareExport(server, user);
    const gathering = turns;
    await downloadExport(server, user);
    counting.abort();
    await count;
    assert.ok(gathering > 2000 / 200, `${gathering} turns of the event loop`);
    assert.ok(turns - gathering > exportKinds.length, `${turns - gathering} turns of the event loop`);
  });
});

describeAccess(server, [
  { key: 'GET /api/data-export' },
  { key: 'POST /api/data-export' },
  { key: 'GET /api/data-export/file' },
  { key: 'DELETE /api/data-export' },
]);
