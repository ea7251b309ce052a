import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { bulkImportMax } from '@sandpiper/contract/limits';
import { buildList, buildUser } from '../../testing/builders.ts';
import { startBeside, testServer } from '../../testing/test-server.ts';

const server = await testServer();

async function emptyList() {
  const user = await buildUser(server.app);
  const { id } = await buildList(server.app, user);
  const send = (recipients: string[]) =>
    server.call(user, 'POST /api/recipients/bulk', { body: { list_id: id, recipients } });
  const count = async () => (await server.call(user, 'GET /api/lists/:id', { params: { id } })).list.recipient_count;
  return { user, id, send, count };
}

describe('bulk import', () => {
  it('accepts names the way people paste them, and reports what happened to the names', async () => {
    const { user, id, send } = await emptyList();
    await send(['known']);
    const result = await send([' @Ana ', '', 'ANA', 'not a name', '   ', 'known', 'ben\u0000', '\ud800', 'ben']);
    const reason = 'Use up to 30 letters, digits, underscores and single dots, without a dot at the beginning or end';
    assert.deepEqual(result, {
      added: 2,
      duplicates: 2,
      invalid: 3,
      rejected: [
        { line: 4, value: 'not a name', reason },
        { line: 7, value: 'ben\u0000', reason },
        { line: 8, value: '\ud800', reason },
      ],
    });
    const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', { params: { id } });
    assert.deepEqual(
      recipients.map(({ recipient, status }) => [recipient, status]),
      [
        ['ben', 'pending'],
        ['ana', 'pending'],
        ['known', 'pending'],
      ],
    );
  });

  it('refuses Instagram’s own pages, which are not people', async () => {
    const { send } = await emptyList();
    const reason = "This username belongs to one of Instagram's own pages, not to a person.";
    assert.deepEqual(await send(['@Explore', 'anna', 'p']), {
      added: 1,
      duplicates: 0,
      invalid: 2,
      rejected: [
        { line: 1, value: '@Explore', reason },
        { line: 3, value: 'p', reason },
      ],
    });
  });

  it('accepts the URL of a profile as a name, and refuses the URL of a post', async () => {
    const { send } = await emptyList();
    const reason = "This username belongs to one of Instagram's own pages, not to a person.";
    const post = 'https://www.instagram.com/p/Cxyz123/';
    assert.deepEqual(await send(['https://www.instagram.com/Ana/?igsh=1', '@ana', 'instagram.com/ben', post]), {
      added: 2,
      duplicates: 1,
      invalid: 1,
      rejected: [{ line: 4, value: post, reason }],
    });
  });

  it('rejects a column header, but only in the first line that is not blank', async () => {
    const reason = 'This looks like a column header, not a person.';
    for (const header of ['username', 'User Name', '@Handle', ' "INSTAGRAM" ', "'account'"]) {
      const { send } = await emptyList();
      assert.deepEqual(await send(['', ' ', header, 'anna', 'account', 'handle']), {
        added: 3,
        duplicates: 0,
        invalid: 1,
        rejected: [{ line: 3, value: header, reason }],
      });
    }
    const { send } = await emptyList();
    assert.equal((await send(['accounting', 'username'])).added, 2);
    assert.deepEqual((await send(['account'])).rejected, [{ line: 1, value: 'account', reason }]);
  });

  it('lists the first hundred rejected names and counts all of them', async () => {
    const { send } = await emptyList();
    const result = await send(Array.from({ length: 150 }, () => 'no good'));
    assert.equal(result.invalid, 150);
    assert.equal(result.rejected.length, 100);
  });

  it('adds many people in order, and adds nobody twice', async () => {
    const { user, id, send, count } = await emptyList();
    const names = Array.from({ length: 3000 }, (_, index) => `person.${index}`);
    assert.deepEqual(await send(names), { added: 3000, duplicates: 0, invalid: 0, rejected: [] });
    assert.deepEqual(await send(names), { added: 0, duplicates: 3000, invalid: 0, rejected: [] });
    assert.equal(await count(), 3000);
    const { recipients } = await server.call(user, 'GET /api/lists/:id/recipients', {
      params: { id },
      query: { limit: 3 },
    });
    assert.deepEqual(
      recipients.map(({ recipient }) => recipient),
      ['person.2999', 'person.2998', 'person.2997'],
    );
  });

  it('adds each name only once if the same names arrive twice at the same time', async () => {
    const { send, count } = await emptyList();
    const names = Array.from({ length: 2000 }, (_, index) => `person.${index}`);
    const results = await Promise.all([send(names), send(names.toReversed())]);
    assert.equal(
      results.reduce((sum, { added }) => sum + added, 0),
      2000,
    );
    assert.equal(
      results.reduce((sum, { duplicates }) => sum + duplicates, 0),
      2000,
    );
    assert.equal(await count(), 2000);
  });

  it('does not keep other users waiting while it runs', async () => {
    const { send } = await emptyList();
    const other = await buildUser(server.app);
    let isDone = false;
    const importing = send(Array.from({ length: 8000 }, (_, index) => `person.${index}`)).finally(() => {
      isDone = true;
    });
    let answersMeanwhile = 0;
    while (!isDone) {
      await server.call(other, 'GET /api/settings');
      if (!isDone) answersMeanwhile += 1;
      await setImmediate();
    }
    assert.equal((await importing).added, 8000);
    assert.ok(answersMeanwhile >= 5, `${answersMeanwhile} answers while the import ran`);
  });

  it('ends with a clear error if its list is deleted in the meantime', async () => {
    const { user, id } = await emptyList();
    const recipients = Array.from({ length: 50_000 }, (_, index) => `person.${index}`);
    const importing = server.send(user, {
      method: 'POST',
      url: '/api/recipients/bulk',
      body: { list_id: id, recipients },
    });
    const total = async () => (await server.call(user, 'GET /api/recipients')).pagination.total;
    while ((await total()) === 0) await setImmediate();
    await server.app.db.deleteFrom('lists').where('id', '=', id).execute();
    const reply = await importing;
    assert.equal(reply.status, 404);
    assert.match(reply.text, /List not found/);
    assert.equal(await total(), 0);
  });

  it('leaves nothing behind if its list is deleted in the meantime', async () => {
    const { user, id, count } = await emptyList();
    const recipients = Array.from({ length: 4000 }, (_, index) => `person.${index}`);
    const importing = server.send(user, {
      method: 'POST',
      url: '/api/recipients/bulk',
      body: { list_id: id, recipients },
    });
    while ((await count()) === 0) await setImmediate();
    await server.call(user, 'DELETE /api/lists/:id', { params: { id } });
    // The import and the deletion may finish in either order.
    assert.ok([200, 404].includes((await importing).status));
    assert.equal((await server.call(user, 'GET /api/recipients')).pagination.total, 0);
  });

  it('refreshes the database’s statistics about people and recipients, so that queries use the right indexes', async () => {
    const { send } = await emptyList();
    const names = Array.from({ length: 1000 }, (_, index) => `counted.${index}`);
    const analyses = async () => {
      const { rows } = await sql<{ times: number }>`SELECT sum(analyze_count)::int AS times FROM pg_stat_user_tables
        WHERE relname IN ('people', 'recipients')`.execute(server.app.db);
      return rows[0]?.times ?? 0;
    };
    const before = await analyses();
    await send(names);
    assert.equal((await analyses()) - before, 2);
  });

  it('stops between batches when the server closes, and adds the rest when the names are sent again', async () => {
    const { user, id, send, count } = await emptyList();
    const recipients = Array.from({ length: 50_000 }, (_, index) => `person.${index}`);
    const closing = await startBeside(server);
    const importing = closing.refuse(user, 'POST /api/recipients/bulk', { body: { list_id: id, recipients } });
    while ((await count()) === 0) await setImmediate();
    await closing.app.http.close();
    const { status, error } = await importing;
    assert.deepEqual(
      [status, error],
      [
        503,
        'The server is stopping. The names that were added so far stay on the list. Import all names again to add the rest.',
      ],
    );
    const kept = await count();
    assert.equal(kept % 50, 0);
    const few = recipients.slice(0, kept + 10);
    assert.deepEqual(await send(few), { added: 10, duplicates: kept, invalid: 0, rejected: [] });
  });

  it('finishes when the server closes, if few names are left', async () => {
    const { user, id, count } = await emptyList();
    const recipients = Array.from({ length: 5000 }, (_, index) => `person.${index}`);
    const closing = await startBeside(server);
    const importing = closing.call(user, 'POST /api/recipients/bulk', { body: { list_id: id, recipients } });
    while ((await count()) === 0) await setImmediate();
    await closing.app.http.close();
    assert.equal((await importing).added, recipients.length);
  });

  it('needs at least one name, and accepts at most a hundred thousand', async () => {
    const { user, id } = await emptyList();
    for (const blank of [[], ['', '  ']]) {
      const none = await server.refuse(user, 'POST /api/recipients/bulk', { body: { list_id: id, recipients: blank } });
      assert.equal(none.error, 'Please enter at least one recipient');
    }
    const recipients = Array.from({ length: bulkImportMax + 1 }, () => 'ana');
    const tooMany = await server.refuse(user, 'POST /api/recipients/bulk', { body: { list_id: id, recipients } });
    assert.equal(tooMany.error, 'Send at most 100,000 names in one request');
  });
});
