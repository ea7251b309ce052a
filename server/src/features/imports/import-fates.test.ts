import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportFate } from '@sandpiper/contract/import-fates';
import { readXlsx } from 'hucre/xlsx';
import type { App } from '../../platform/app-context.ts';
import { jobsToEnd } from '../../platform/background-jobs.ts';
import { buildList } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import { check, checkedImport, sceneOfImports, sendRows } from '../../testing/import-scene.ts';
import { testServer } from '../../testing/test-server.ts';
import { tableOfRows } from './import-export.service.ts';

const server = await testServer();
const { app } = server;

async function rowsOf(user: TestUser, id: number, query: { fate?: ImportFate; page?: number; limit?: number } = {}) {
  const answer = await server.call(user, 'GET /api/imports/:id/rows', {
    params: { id },
    query: { limit: 100, ...query },
  });
  return answer.rows;
}

const fatesIn = async (user: TestUser, id: number) => (await rowsOf(user, id)).map(({ given, fate }) => [given, fate]);

const none = { invalid: 0, repeated: 0, do_not_contact: 0, on_this_list: 0, contacted: 0, on_other_list: 0, new: 0 };

/** Records a message that this person got `daysAgo` days ago. */
async function contact(of: App, user: TestUser, person: string, daysAgo: number): Promise<void> {
  await of.db
    .insertInto('contacts')
    .values({
      user_id: user.id,
      person,
      text_key: 'x',
      state: 'sent',
      contacted_at: new Date(Date.now() - daysAgo * 86_400_000),
      delivery_id: 1,
      campaign_name: 'Spring',
    })
    .execute();
}

describe('a row’s fate', () => {
  it('is the first fate that applies', async () => {
    const scene = await sceneOfImports(server, ['known', 'blocked', 'recent']);
    const { user } = scene;
    await buildList(app, user, { recipients: ['elsewhere', 'latelythere', 'known'] });
    await server.call(user, 'POST /api/do-not-contact', { body: { usernames: ['blocked', 'never'] } });
    for (const person of ['recent', 'lately', 'latelythere', 'never']) await contact(app, user, person, 3);
    await contact(app, user, 'longago', 40);
    const { id } = await scene.create();
    await scene.send(id, [
      'Username',
      'known',
      'blocked',
      'recent',
      'never',
      'lately',
      'latelythere',
      'longago',
      'elsewhere',
      'fresh',
      'https://www.instagram.com/Fresh/',
      '@known',
      'no body',
      'no body',
      '',
      'instagram.com/p/Cxyz/',
    ]);
    const checked = await check(server, { user, id }, 30);
    assert.deepEqual(await fatesIn(user, id), [
      ['Username', 'invalid'],
      ['known', 'on_this_list'],
      ['blocked', 'do_not_contact'],
      ['recent', 'on_this_list'],
      ['never', 'do_not_contact'],
      ['lately', 'contacted'],
      ['latelythere', 'contacted'],
      ['longago', 'new'],
      ['elsewhere', 'on_other_list'],
      ['fresh', 'new'],
      ['https://www.instagram.com/Fresh/', 'repeated'],
      ['@known', 'repeated'],
      ['no body', 'invalid'],
      ['no body', 'invalid'],
      ['', 'invalid'],
      ['instagram.com/p/Cxyz/', 'invalid'],
    ]);
    assert.deepEqual([checked.status, checked.rows_done, checked.contacted_days], ['checked', 16, 30]);
    assert.deepEqual(checked.fates, {
      invalid: 5,
      repeated: 2,
      do_not_contact: 2,
      on_this_list: 2,
      contacted: 2,
      on_other_list: 1,
      new: 2,
    });
  });

  it('comes with a reason if the row is invalid', async () => {
    const scene = await sceneOfImports(server);
    const { id } = await scene.create({ variables: ['city'] });
    await sendRows(server, scene.user, id, [
      { line: 1, username: 'handle' },
      { line: 2, username: ' ' },
      { line: 4, username: 'no body\u0000\ud800' },
      { line: 5, username: 'explore' },
      { line: 6, username: 'anna', values: ['x'.repeat(201)] },
      { line: 7, username: 'ben', problem: 'unreadable' },
      { line: 9, username: 'handle', values: ['  Rome \n'] },
    ]);
    await check(server, { user: scene.user, id });
    const rows = await rowsOf(scene.user, id);
    assert.deepEqual(
      rows.map(({ line, problem, reason }) => [line, problem, reason]),
      [
        [1, 'column_header', 'This looks like a column header, not a person.'],
        [2, 'no_username', 'This row has no username.'],
        [
          4,
          'not_a_username',
          "This isn't a username. Use up to 30 letters, digits, underscores and single dots, without a dot at the beginning or end.",
        ],
        [5, 'not_a_person', "This username belongs to one of Instagram's own pages, not to a person."],
        [6, 'value_too_long', 'A value in this row is too long. Use up to 200 characters.'],
        [7, 'unreadable', "This row can't be read."],
        [9, null, null],
      ],
    );
    assert.deepEqual(rows.at(-1), {
      line: 9,
      given: 'handle',
      username: 'handle',
      values: { city: 'Rome' },
      fate: 'new',
      problem: null,
      reason: null,
    });
    assert.equal(rows[2]?.given, 'no body\ufffd');
  });

  it('is "repeated" even if the earlier row was in another batch', async () => {
    const names = Array.from({ length: 1300 }, (_, index) => `person${index}`);
    const { user, id, checked } = await checkedImport(server, { rows: [...names, ...names.toReversed()] });
    assert.deepEqual(checked.fates, { ...none, new: 1300, repeated: 1300 });
    const [first] = await rowsOf(user, id, { fate: 'repeated', limit: 1 });
    assert.deepEqual([first?.line, first?.username], [1302, 'person1299']);
  });

  it('is decided again when the user changes the number of days since the last contact, without the rows being sent again', async () => {
    const scene = await sceneOfImports(server);
    const { user } = scene;
    await contact(app, user, 'anna', 10);
    const { id } = await scene.create();
    await scene.send(id, ['anna', 'ben', 'ben', '?']);
    assert.equal((await check(server, { user, id }, 7)).fates.contacted, 0);
    assert.deepEqual((await check(server, { user, id }, 30)).fates, {
      ...none,
      contacted: 1,
      new: 1,
      repeated: 1,
      invalid: 1,
    });
    assert.deepEqual((await fatesIn(user, id))[0], ['anna', 'contacted']);
    assert.equal((await check(server, { user, id })).fates.new, 2);
  });

  it('still respects the Do not contact mark of someone who was forgotten', async () => {
    const scene = await sceneOfImports(server);
    const { user } = scene;
    const key = app.personKeys(user.id, 'anna');
    await app.db.insertInto('forgotten_people').values({ user_id: user.id, person_key: key }).execute();
    await app.db.insertInto('do_not_contact').values({ user_id: user.id, person: key }).execute();
    const lately = app.personKeys(user.id, 'ben');
    await app.db.insertInto('forgotten_people').values({ user_id: user.id, person_key: lately }).execute();
    await contact(app, user, lately, 1);
    const { id } = await scene.create();
    await scene.send(id, ['anna', 'ben', 'cleo']);
    await check(server, { user, id }, 30);
    assert.deepEqual(await fatesIn(user, id), [
      ['anna', 'do_not_contact'],
      ['ben', 'contacted'],
      ['cleo', 'new'],
    ]);
  });

  it("never depends on another user's people", async () => {
    const stranger = await sceneOfImports(server, ['anna']);
    await server.call(stranger.user, 'POST /api/do-not-contact', { body: { usernames: ['ben'] } });
    await contact(app, stranger.user, 'cleo', 1);
    const { checked } = await checkedImport(server, { rows: ['anna', 'ben', 'cleo'], contacted_days: 30 });
    assert.deepEqual(checked.fates, { ...none, new: 3 });
  });
});

describe('the rows with their fates', () => {
  it('can be listed in pages, either all of them or only those with a certain fate', async () => {
    const { user, id } = await checkedImport(server, { rows: ['a1', '?', 'a2', '?', 'a3', '?', 'a4'] });
    const page = await server.call(user, 'GET /api/imports/:id/rows', {
      params: { id },
      query: { fate: 'invalid', page: 2, limit: 2 },
    });
    assert.deepEqual(
      page.rows.map(({ line }) => line),
      [7],
    );
    assert.deepEqual(page.pagination, { currentPage: 2, totalPages: 2, totalItems: 3, itemsPerPage: 2 });
    const all = await server.call(user, 'GET /api/imports/:id/rows', { params: { id }, query: { page: 2, limit: 3 } });
    assert.deepEqual(
      all.rows.map(({ line }) => line),
      [5, 6, 7],
    );
    assert.equal(all.pagination.totalItems, 7);
  });

  it('can’t be exported before the check has ended, because rows would be missing', async () => {
    const { user, id } = await checkedImport(server, { rows: ['anna'] });
    for (const status of ['receiving', 'checking'] as const) {
      await app.db.updateTable('imports').set({ status }).where('id', '=', id).execute();
      const reply = await server.send(user, { method: 'GET', url: `/api/imports/${id}/rows/export` });
      assert.deepEqual([reply.status, reply.headers['content-type']], [409, 'application/json; charset=utf-8']);
    }
  });

  it('can’t be exported completely if the import is canceled during the export, so the download is aborted', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => [`person${index}`] as const);
    const { user, id } = await checkedImport(server, { rows });
    const { batches } = await tableOfRows(app, { userId: user.id, id });
    const rest = batches[Symbol.asyncIterator]();
    await rest.next();
    await server.call(user, 'DELETE /api/imports/:id', { params: { id } });
    await jobsToEnd(app);
    await assert.rejects(async () => {
      while ((await rest.next()).done !== true);
    }, /not found/);
  });

  it('are exported as text, even if they look like formulas', async () => {
    const rows = [
      ['anna', '=1+1'],
      ['@ben', 'Rome'],
      ['=cmd()', ''],
    ] as const;
    // Every JavaScript object has a `constructor` property, but these people have no value with that name.
    const { user, id } = await checkedImport(server, { variables: ['city', 'constructor'], rows });
    const reply = await server.send(user, { method: 'GET', url: `/api/imports/${id}/rows/export` });
    assert.equal(reply.headers['content-disposition'], `attachment; filename="import-${id}.xlsx"`);
    const { sheets } = await readXlsx(new Uint8Array(reply.raw));
    assert.deepEqual(sheets[0]?.rows, [
      ['Row', 'Original', 'Username', 'Status', 'Reason', 'city', 'constructor'],
      [2, 'anna', 'anna', 'New', '', '=1+1', ''],
      [3, '@ben', 'ben', 'New', '', 'Rome', ''],
      [
        4,
        '=cmd()',
        '',
        "Can't be imported",
        "This isn't a username. Use up to 30 letters, digits, underscores and single dots, without a dot at the beginning or end.",
        '',
        '',
      ],
    ]);
    const csv = await server.send(user, { method: 'GET', url: `/api/imports/${id}/rows/export?format=csv` });
    assert.match(csv.text, /2,anna,anna,New,,'=1\+1,\r\n3,'@ben,ben,New,,Rome,\r\n4,'=cmd\(\),,Can't be imported,/);
  });
});
