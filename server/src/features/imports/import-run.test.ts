import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { buildList, buildUser } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import {
  checkedImport,
  importNow,
  manyNames,
  namesOn,
  setValues,
  start,
  waitForImport,
} from '../../testing/import-scene.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

function peopleOn(user: TestUser, listId: number) {
  return app.db
    .selectFrom('recipients')
    .select(['recipient', 'variables', 'status', 'import_id'])
    .where('user_id', '=', user.id)
    .where('list_id', '=', listId)
    .orderBy('id')
    .execute();
}

/** Starts an import and waits for it to end. */
async function imported(owner: { user: TestUser; id: number }, options: Parameters<typeof start>[2] = {}) {
  await start(server, owner, options);
  await waitForImport(app);
  return importNow(server, owner);
}

describe('importing', () => {
  it('adds new people in the order of the file, with their values', async () => {
    const rows = [['anna', 'Anna', 'Rome'], ['@Ben', '', ' Oslo '], ['cleo'], ['anna', 'Another'], '?'];
    const scene = await checkedImport(server, { variables: ['first_name', 'city'], rows });
    const { user, listId, id } = scene;
    const ended = await imported(scene);
    assert.deepEqual(await peopleOn(user, listId), [
      { recipient: 'anna', variables: { first_name: 'Anna', city: 'Rome' }, status: 'pending', import_id: id },
      { recipient: 'ben', variables: { city: 'Oslo' }, status: 'pending', import_id: id },
      { recipient: 'cleo', variables: null, status: 'pending', import_id: id },
    ]);
    assert.partialDeepStrictEqual(ended, { status: 'done', added: 3, updated: 0, rows_done: 5 });
    assert.ok(ended.started_at !== null && ended.ended_at !== null && ended.undo_until !== null);
    const list = await app.db.selectFrom('lists').selectAll().where('id', '=', listId).executeTakeFirst();
    assert.deepEqual([list?.variables, list?.source], [['first_name', 'city'], 'A fair']);
  });

  it('notifies the user when it ends', async () => {
    const scene = await checkedImport(server, { file_name: 'fair.xlsx', rows: manyNames(1200) });
    await imported(scene);
    const { notices } = await server.call(scene.user, 'GET /api/notices');
    const { name } = await app.db
      .selectFrom('lists')
      .select('name')
      .where('id', '=', scene.listId)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      notices.map(({ kind, title, message, path }) => [kind, title, message, path]),
      [
        [
          'import_ended',
          '“fair.xlsx” was imported',
          `1,200 people were added to “${name}”.`,
          `/lists/${scene.listId}/imports`,
        ],
      ],
    );
  });

  it('answers with the result of a small import, without a notice', async () => {
    const scene = await checkedImport(server, { rows: manyNames(500) });
    const started = await start(server, scene);
    assert.partialDeepStrictEqual(started, { status: 'done', added: 500 });
    assert.deepEqual((await server.call(scene.user, 'GET /api/notices')).notices, []);
  });

  it('requires the user to say where the people on a list come from, and stores the answer with the list', async () => {
    const scene = await checkedImport(server, { rows: ['anna'] });
    const { user, id, listId } = scene;
    for (const source of [undefined, '  ']) {
      const refusal = await server.refuse(user, 'POST /api/imports/:id/start', {
        params: { id },
        body: { include: [], update_values: false, source },
      });
      assert.deepEqual(
        [refusal.code, refusal.fields],
        ['validation_failed', { source: 'Enter where you found these people' }],
      );
    }
    await imported(scene, { source: ' Our newsletter ' });
    const { import: next } = await server.call(user, 'POST /api/imports', {
      body: { list_id: listId, file_name: 'b.csv', variables: [] },
    });
    assert.equal(next.list?.source, 'Our newsletter');
  });

  it('adds people who are on other lists only if the user chooses to', async () => {
    for (const [include, expected] of [
      [[], ['new']],
      [['on_other_list'], ['other', 'new']],
    ] as const) {
      const scene = await checkedImport(server, { rows: ['new'] });
      await server.call(scene.user, 'DELETE /api/imports/:id', { params: { id: scene.id } });
      await buildList(app, scene.user, { recipients: ['other'] });
      const again = await scene.create();
      await scene.send(again.id, ['other', 'new']);
      await server.call(scene.user, 'POST /api/imports/:id/check', {
        params: { id: again.id },
        body: { rows: 2, contacted_days: null },
      });
      await waitForImport(app);
      const ended = await imported({ user: scene.user, id: again.id }, { include: [...include] });
      assert.deepEqual(await namesOn(app, scene.listId), expected);
      assert.equal(ended.added, expected.length);
    }
  });

  it('updates the values of people on the list if the user chooses to, and keeps values that the file leaves out', async () => {
    const rows = [['anna', 'Rome'], ['ben'], ['cleo', 'Oslo'], ['dora', 'Bern']];
    for (const update_values of [true, false]) {
      const scene = await checkedImport(server, { recipients: ['anna', 'ben', 'cleo'], variables: ['city'], rows });
      const { user, listId } = scene;
      await setValues(app, listId, 'anna', { city: 'Paris', name: 'Anna' });
      await setValues(app, listId, 'ben', { city: 'Paris' });
      await setValues(app, listId, 'cleo', { city: 'Oslo' });
      const ended = await imported(scene, { update_values });
      const values = (await peopleOn(user, listId)).map(({ recipient, variables }) => [recipient, variables]);
      assert.deepEqual(values, [
        ['anna', update_values ? { city: 'Rome', name: 'Anna' } : { city: 'Paris', name: 'Anna' }],
        ['ben', { city: 'Paris' }],
        ['cleo', { city: 'Oslo' }],
        ['dora', { city: 'Bern' }],
      ]);
      assert.deepEqual([ended.added, ended.updated], [1, update_values ? 1 : 0]);
    }
  });

  it('decides the fates again, so that it adds nobody who was marked as Do not contact after the check', async () => {
    const scene = await checkedImport(server, { rows: ['anna', 'ben', 'cleo', 'dora'] });
    const { user, listId, id } = scene;
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['anna'] } });
    await server.call(user, 'POST /api/recipients', { body: { recipient: 'ben', list_id: listId } });
    await buildList(app, user, { recipients: ['cleo'] });
    const ended = await imported(scene);
    assert.deepEqual(await namesOn(app, listId), ['ben', 'dora']);
    assert.partialDeepStrictEqual(ended, {
      added: 1,
      fates: { new: 1, do_not_contact: 1, on_this_list: 1, on_other_list: 1 },
    });
    const { rows } = await server.call(user, 'GET /api/imports/:id/rows', { params: { id } });
    assert.deepEqual(
      rows.map(({ fate }) => fate),
      ['do_not_contact', 'on_this_list', 'on_other_list', 'new'],
    );
  });

  it('links someone who was forgotten to what is still stored about them', async () => {
    const scene = await checkedImport(server, { rows: ['anna', 'ben'] });
    const person_key = app.personKeys(scene.user.id, 'anna');
    await app.db.insertInto('forgotten_people').values({ user_id: scene.user.id, person_key }).execute();
    await imported(scene);
    const people = await app.db
      .selectFrom('people')
      .select(['username', 'former_key'])
      .where('user_id', '=', scene.user.id)
      .orderBy('username')
      .execute();
    assert.deepEqual(people, [
      { username: 'anna', former_key: person_key },
      { username: 'ben', former_key: null },
    ]);
  });

  it('does not keep other users waiting', async () => {
    const scene = await checkedImport(server, { rows: manyNames(8000) });
    const other = await buildUser(app);
    await start(server, scene);
    let answers = 0;
    while ((await importNow(server, scene)).status === 'importing') {
      await server.call(other, 'GET /api/settings');
      answers += 1;
      await setImmediate();
    }
    assert.ok(answers >= 5, `${answers} responses while the import ran`);
    assert.equal((await importNow(server, scene)).added, 8000);
  });
});

describe('a large import', () => {
  it('adds each of 12,000 people once, in order', async () => {
    const rows = manyNames(12_000);
    const scene = await checkedImport(server, { rows: [...rows.slice(0, 11_999), 'person.0', 'person.11999'] });
    assert.deepEqual([scene.checked.fates.new, scene.checked.fates.repeated], [12_000, 1]);
    const ended = await imported(scene);
    assert.partialDeepStrictEqual(ended, { status: 'done', rows: 12_001, rows_done: 12_001, added: 12_000 });
    assert.deepEqual(await namesOn(app, scene.listId), rows);
  });
});
