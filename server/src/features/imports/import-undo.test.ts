import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { continueJobs, jobsToEnd, stopJobs } from '../../platform/background-jobs.ts';
import type { TestUser } from '../../testing/builders.ts';
import { buildCampaign } from '../../testing/campaign-builders.ts';
import type { TestCampaign } from '../../testing/campaign-builders.ts';
import {
  checkedImport,
  endedImport,
  importNow,
  start,
  undoneImport,
  waitForImport,
} from '../../testing/import-scene.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';
import { cleanUpImports } from './import-clean-up.service.ts';

const server = await testServer();
const { app } = server;

const undo = ({ user, id }: { user: TestUser; id: number }) =>
  server.call(user, 'POST /api/imports/:id/undo', { params: { id } });

function recipientsOf(listId: number) {
  return app.db
    .selectFrom('recipients')
    .select(['id', 'recipient', 'variables'])
    .where('list_id', '=', listId)
    .orderBy('id')
    .execute();
}

/** Makes an agent claim a person. If `isCommitted` is true, the agent may be pressing Enter. */
async function claim(
  user: TestUser,
  campaign: TestCampaign,
  { recipient, isCommitted }: { recipient: string; isCommitted: boolean },
): Promise<void> {
  const ids = {
    claim_id: randomUUID(),
    installation_id: randomUUID(),
    profile_id: campaign.accounts[0]?.id ?? 0,
  };
  const { id } = await app.db
    .updateTable('deliveries')
    .set({ status: isCommitted ? 'committed' : 'claimed', ...ids })
    .where('campaign_id', '=', campaign.id)
    .where('recipient', '=', recipient)
    .returning('id')
    .executeTakeFirstOrThrow();
  const expires_at = new Date(Date.now() + 60_000);
  const committed_at = isCommitted ? new Date() : null;
  await app.db
    .insertInto('claims')
    .values({
      ...ids,
      user_id: user.id,
      campaign_id: campaign.id,
      delivery_id: id,
      recipient,
      expires_at,
      committed_at,
    })
    .execute();
}

const namesOn = async (listId: number) => (await recipientsOf(listId)).map(({ recipient }) => recipient);
const many = (count: number) => Array.from({ length: count }, (_, index) => `person.${index}`);
const whyNot = async ({ user, id }: { user: TestUser; id: number }) => {
  const refusal = await server.refuse(user, 'POST /api/imports/:id/undo', { params: { id } });
  assert.equal(refusal.status, 409);
  return refusal.error;
};

describe('undoing an import', () => {
  it('removes the people it added, and nobody else', async () => {
    const scene = await endedImport(server, ['anna', 'ben', 'known'], { recipients: ['known'] });
    const { user, listId } = scene;
    await server.call(user, 'POST /api/recipients', { body: { recipient: 'later', list_id: listId } });
    const ended = await undoneImport(server, scene);
    assert.deepEqual(await namesOn(listId), ['known', 'later']);
    assert.partialDeepStrictEqual(ended, { status: 'undone', added: 2, removed: 2, kept: 0, undo_until: null });
    assert.equal(await whyNot(scene), 'This import has already been undone.');
    const { notices } = await server.call(user, 'GET /api/notices');
    const { name } = await app.db.selectFrom('lists').select('name').where('id', '=', listId).executeTakeFirstOrThrow();
    assert.deepEqual(
      [notices[0]?.title, notices[0]?.message],
      [
        '“people.csv” was undone',
        `2 people were removed from “${name}”. People known only from this import were also removed from People.`,
      ],
    );
  });

  it('keeps people who were contacted since, or to whom a message may be on its way', async () => {
    const scene = await endedImport(server, ['sent', 'unknown', 'leaving', 'marked', 'waiting', 'before']);
    const { user, listId } = scene;
    const campaign = await buildCampaign(app, user, { listId, status: 'running' });
    const contact = (person: string, state: 'sent' | 'unknown', contacted_at: Date) =>
      app.db
        .insertInto('contacts')
        .values({
          user_id: user.id,
          person,
          text_key: 'x',
          state,
          contacted_at,
          delivery_id: 1,
          campaign_name: 'Spring',
        })
        .execute();
    await contact('sent', 'sent', new Date());
    await contact('unknown', 'unknown', new Date());
    await contact('before', 'sent', new Date(Date.now() - 86_400_000));
    await claim(user, campaign, { recipient: 'leaving', isCommitted: true });
    const marked = (await recipientsOf(listId)).find(({ recipient }) => recipient === 'marked');
    await server.call(user, 'PUT /api/recipients/:id/status', {
      params: { id: marked?.id ?? 0 },
      body: { status: 'sent' },
    });
    const ended = await undoneImport(server, scene);
    assert.deepEqual(await namesOn(listId), ['sent', 'unknown', 'leaving', 'marked']);
    assert.partialDeepStrictEqual(ended, { added: 6, removed: 2, kept: 4 });
    const deliveries = await app.db
      .selectFrom('deliveries')
      .select(['recipient', 'status'])
      .where('campaign_id', '=', campaign.id)
      .where('status', '<>', 'pending')
      .orderBy('recipient')
      .execute();
    assert.deepEqual(deliveries, [
      { recipient: 'before', status: 'withdrawn' },
      { recipient: 'leaving', status: 'committed' },
      { recipient: 'waiting', status: 'withdrawn' },
    ]);
    const { campaign: found } = await server.call(user, 'GET /api/campaigns/:id', { params: { id: campaign.id } });
    assert.deepEqual([found.total_list, found.status], [4, 'running']);
  });

  it('can be previewed, with how many people it would remove and keep', async () => {
    const scene = await endedImport(server, ['sent', 'leaving', 'marked', 'waiting', 'before', 'gone'], {
      recipients: ['known'],
    });
    const { user, listId } = scene;
    const preview = () => server.call(user, 'GET /api/imports/:id/undo', { params: { id: scene.id } });
    assert.deepEqual(await preview(), { removes: 6, keeps: 0, restores: 0 });

    const campaign = await buildCampaign(app, user, { listId, status: 'running' });
    await claim(user, campaign, { recipient: 'leaving', isCommitted: true });
    await claim(user, campaign, { recipient: 'waiting', isCommitted: false });
    const contacted = (username: string, last_contacted_at: Date) =>
      app.db
        .updateTable('people')
        .set({ last_contacted_at })
        .where('user_id', '=', user.id)
        .where('username', '=', username)
        .execute();
    await contacted('sent', new Date());
    await contacted('known', new Date());
    await contacted('before', new Date(Date.now() - 86_400_000));
    for (const name of ['marked', 'known']) {
      const found = (await recipientsOf(listId)).find(({ recipient }) => recipient === name);
      await server.call(user, 'PUT /api/recipients/:id/status', {
        params: { id: found?.id ?? 0 },
        body: { status: 'sent' },
      });
    }
    assert.deepEqual(await preview(), { removes: 3, keeps: 3, restores: 0 });
    await undoneImport(server, scene);
    const refusal = await server.refuse(user, 'GET /api/imports/:id/undo', { params: { id: scene.id } });
    assert.deepEqual([refusal.status, refusal.error], [409, 'This import has already been undone.']);
  });

  it('withdraws a person whom an agent has claimed', async () => {
    const scene = await endedImport(server, ['anna', 'ben']);
    const { user, listId } = scene;
    const campaign = await buildCampaign(app, user, { listId, status: 'running' });
    await claim(user, campaign, { recipient: 'anna', isCommitted: false });
    assert.deepEqual((await undoneImport(server, scene)).removed, 2);
    const claims = await app.db.selectFrom('claims').select('recipient').where('user_id', '=', user.id).execute();
    assert.deepEqual(claims, []);
    // Nobody else is on the list, so the campaign has ended.
    const { campaign: found } = await server.call(user, 'GET /api/campaigns/:id', { params: { id: campaign.id } });
    assert.deepEqual([found.total_list, found.status], [0, 'completed']);
  });

  it('restores values that nobody has changed since', async () => {
    const rows = [
      ['anna', 'Rome'],
      ['ben', 'Oslo'],
      ['cleo', 'Bern'],
    ];
    const scene = await checkedImport(server, { recipients: ['anna', 'ben', 'cleo'], variables: ['city'], rows });
    const { listId } = scene;
    const set = (recipient: string, variables: object) =>
      app.db
        .updateTable('recipients')
        .set({ variables: JSON.stringify(variables) })
        .where('list_id', '=', listId)
        .where('recipient', '=', recipient)
        .execute();
    await set('anna', { city: 'Paris', name: 'Anna' });
    await start(server, scene, { update_values: true });
    await waitForImport(app);
    await set('ben', { city: 'Bergen' });
    const ended = await undoneImport(server, scene);
    assert.deepEqual(
      (await recipientsOf(listId)).map(({ recipient, variables }) => [recipient, variables]),
      [
        ['anna', { city: 'Paris', name: 'Anna' }],
        ['ben', { city: 'Bergen' }],
        ['cleo', null],
      ],
    );
    assert.partialDeepStrictEqual(ended, { updated: 3, removed: 0, restored: 2 });
  });

  it('is possible for a stopped import, but not for one that is running or has not started', async () => {
    const scene = await checkedImport(server, { rows: many(5000) });
    assert.equal(await whyNot(scene), "This import didn't add anyone.");
    await start(server, scene);
    while ((await importNow(server, scene)).rows_done === 0) await setImmediate();
    assert.equal(await whyNot(scene), 'This import is still running. Cancel it first.');
    await server.call(scene.user, 'DELETE /api/imports/:id', { params: { id: scene.id } });
    const { added } = await importNow(server, scene);
    const ended = await undoneImport(server, scene);
    assert.deepEqual([ended.removed, ended.removed > 0], [added, true]);
    assert.deepEqual(await namesOn(scene.listId), []);
  });

  it('is possible for 7 days, while the list exists', async () => {
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
    assert.equal(await whyNot(scene), "It's too late to undo this import.");
    const other = await endedImport(server, ['anna']);
    await server.call(other.user, 'DELETE /api/lists/:id', { params: { id: other.listId } });
    assert.equal(await whyNot(other), 'The list of this import was deleted.');
    const empty = await endedImport(server, ['anna'], { recipients: ['anna'] });
    assert.equal(await whyNot(empty), "This import didn't add anyone.");
  });

  it('is continued by another server, and counts everyone once', async () => {
    const scene = await endedImport(server, many(3000));
    const first = await startBeside(server);
    await first.call(scene.user, 'POST /api/imports/:id/undo', { params: { id: scene.id } });
    while ((await importNow(server, scene)).removed === 0) await setImmediate();
    await stopJobs(first.app);
    const left = await importNow(server, scene);
    assert.equal(left.status, 'undoing');
    assert.equal((await namesOn(scene.listId)).length, 3000 - left.removed);
    await continueJobs(app);
    await jobsToEnd(app);
    assert.partialDeepStrictEqual(await importNow(server, scene), { status: 'undone', removed: 3000, kept: 0 });
    assert.deepEqual(await namesOn(scene.listId), []);
  });

  it('ends if the list is deleted in the meantime', async () => {
    const scene = await endedImport(server, many(3000));
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
    assert.deepEqual(await namesOn(scene.listId), ['anna']);
  });
});

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
    const scene = await endedImport(server, many(2500));
    await cleanUpImports(app);
    await jobsToEnd(app);
    assert.equal(await rowsLeft(scene.id), 2500);
    await isOver(scene.id);
    await cleanUpImports(app);
    await cleanUpImports(app);
    await jobsToEnd(app);
    assert.equal(await rowsLeft(scene.id), 0);
    assert.partialDeepStrictEqual(await importNow(server, scene), { status: 'done', added: 2500, rows_until: null });
    const { rows } = await server.call(scene.user, 'GET /api/imports/:id/rows', { params: { id: scene.id } });
    assert.deepEqual(rows, []);
    assert.equal((await namesOn(scene.listId)).length, 2500);
  });

  it('are deleted with an import that nobody continues for a day', async () => {
    const scene = await checkedImport(server, { rows: many(10) });
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
});
