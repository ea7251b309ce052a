import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lockPeopleShared } from '../../platform/database/people-lock.ts';
import { transact } from '../../platform/database/transact.ts';
import { buildList } from '../../testing/builders.ts';
import type { TestUser } from '../../testing/builders.ts';
import {
  check,
  createImport,
  endedImport,
  sendRows,
  sent,
  start,
  undoneImport,
  waitForImport,
} from '../../testing/import-scene.ts';
import { testDatabaseUrl } from '../../testing/config.ts';
import { untilWaitedFor } from '../../testing/lock-waits.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { app } = server;

async function namesOf(user: TestUser): Promise<string[]> {
  const { people } = await server.call(user, 'GET /api/people', { query: { limit: 100 } });
  return people.map(({ username }) => username).toSorted();
}

/** Imports names into a list, even those that are on other lists. */
async function importAgain(user: TestUser, listId: number, names: readonly string[]) {
  const { id } = await createImport(server, user, listId);
  await sendRows(server, user, id, sent(names));
  await check(server, { user, id });
  await start(server, { user, id }, { include: ['on_other_list'] });
  await waitForImport(app);
  return { id };
}

describe('undoing an import', () => {
  it('removes people who were stored only because of this import, and no one else', async () => {
    const traces = ['noted', 'tagged', 'marked', 'allowed', 'listed', 'contacted', 'failed', 'twice', 'known'];
    const scene = await endedImport(server, ['anna', 'gone', ...traces], { recipients: ['known'] });
    const { user, listId } = scene;
    const note = { params: { username: 'noted' }, body: { note: 'Met at a fair' } };
    await server.call(user, 'PUT /api/person/:username', note);
    await server.call(user, 'PUT /api/person/:username', {
      params: { username: 'tagged' },
      body: { note: null, tags: ['vip'] },
    });
    const body = { usernames: ['marked', 'allowed'], reason: 'Asked us' };
    await server.call(user, 'POST /api/do-not-contact', { body });
    await server.call(user, 'DELETE /api/do-not-contact/:username', {
      params: { username: 'allowed' },
      query: { reason: 'Asked again' },
    });
    await buildList(app, user, { recipients: ['listed'] });
    const set = (username: string, values: { outcome?: 'failed'; last_contacted_at?: Date }) =>
      app.db
        .updateTable('people')
        .set(values)
        .where('user_id', '=', user.id)
        .where('username', '=', username)
        .execute();
    await set('contacted', { last_contacted_at: new Date() });
    await set('failed', { outcome: 'failed' });
    await importAgain(user, listId, ['twice']);
    const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', {
      params: { id: listId },
      query: { search: 'gone' },
    });
    await server.call(user, 'DELETE /api/recipients/:id', { params: { id: recipients[0]?.id ?? 0 } });
    await undoneImport(server, scene);
    assert.deepEqual(await namesOf(user), traces.toSorted());
  });

  it('removes a person added by two imports only after both have been undone', async () => {
    const scene = await endedImport(server, ['anna']);
    const { user } = scene;
    const other = await buildList(app, user);
    const second = await importAgain(user, other.id, ['anna']);
    await undoneImport(server, scene);
    assert.deepEqual(await namesOf(user), ['anna']);
    await undoneImport(server, { user, id: second.id });
    assert.deepEqual(await namesOf(user), []);
  });
});

// The embedded database runs only one transaction at a time, so this test needs a database server.
describe('an undo while people are being added', { skip: testDatabaseUrl === null }, () => {
  it('keeps a person who is being added to another list', async () => {
    const scene = await endedImport(server, ['anna']);
    const { user } = scene;
    const { id: list_id } = await buildList(app, user);
    let undoing: Promise<unknown> | undefined;
    await transact(app.db, async (transaction) => {
      await lockPeopleShared(transaction, user.id);
      await transaction.insertInto('recipients').values({ user_id: user.id, list_id, recipient: 'anna' }).execute();
      undoing = undoneImport(server, scene);
      await untilWaitedFor(transaction);
    });
    await undoing;
    assert.deepEqual(await namesOf(user), ['anna']);
    const { person } = await server.call(user, 'GET /api/person/:username', { params: { username: 'anna' } });
    assert.equal(person.list_count, 1);
  });
});
