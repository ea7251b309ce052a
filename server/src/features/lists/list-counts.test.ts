import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recipientStatuses } from '@sandpiper/contract/recipients';
import { sql } from 'kysely';
import { buildList, buildUser } from '../../testing/builders.ts';
import { testServer } from '../../testing/test-server.ts';
import { addUpListCounts } from './list-counts.service.ts';

const server = await testServer();
const { db } = server.app;

/** Returns a seeded generator of pseudo-random integers below a given limit. Every run yields the same numbers. */
function seededNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Count = { list_id: number; status: string; added_on: string; people: number };

async function counted(userId: number): Promise<Count[]> {
  const { rows } = await sql<Count>`
    SELECT list_id, status, (created_at AT TIME ZONE 'UTC')::date AS added_on, count(*) AS people
    FROM recipients WHERE user_id = ${userId} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db);
  return rows;
}

async function kept(userId: number): Promise<Count[]> {
  const { rows } = await sql<Count>`
    SELECT list_id, status, added_on, sum(people) AS people FROM list_counts WHERE user_id = ${userId}
    GROUP BY 1, 2, 3 HAVING sum(people) <> 0 ORDER BY 1, 2, 3`.execute(db);
  return rows;
}

async function rowsOf(userId: number): Promise<number> {
  const rows = await db.selectFrom('list_counts').select('id').where('user_id', '=', userId).execute();
  return rows.length;
}

describe('the stored list counts', () => {
  it('match the real counts after any series of changes', async () => {
    const user = await buildUser(server.app);
    const [first, second] = [await buildList(server.app, user), await buildList(server.app, user)];
    const random = seededNumbers(7);
    const oneOf = <T>(values: readonly [T, ...T[]]): T => values[random(values.length)] ?? values[0];
    const listOf = () => oneOf([first.id, second.id]);
    const some = () => sql<number>`id % ${random(4) + 2} = ${random(2)}`;
    const steps: (() => Promise<unknown>)[] = [
      () =>
        sql`INSERT INTO recipients (user_id, list_id, recipient, status, created_at)
          SELECT ${user.id}, ${listOf()}, 'person' || n, ${oneOf(recipientStatuses)},
            now() - make_interval(days => ${random(3)}::int)
          FROM generate_series(${random(50)}::int, ${50 + random(100)}::int) n
          ON CONFLICT (user_id, list_id, recipient) DO UPDATE SET status = excluded.status`.execute(db),
      () =>
        sql`UPDATE recipients SET status = ${oneOf(recipientStatuses)} WHERE user_id = ${user.id} AND ${some()}`.execute(
          db,
        ),
      () => sql`DELETE FROM recipients WHERE user_id = ${user.id} AND ${some()}`.execute(db),
      () => sql`UPDATE recipients SET created_at = created_at WHERE user_id = ${user.id}`.execute(db),
      () => addUpListCounts(server.app, random(3)),
      () =>
        db
          .transaction()
          .execute(async (transaction) => {
            await transaction.deleteFrom('recipients').where('user_id', '=', user.id).execute();
            throw new Error('rolled back');
          })
          .catch(() => undefined),
    ];
    for (let step = 0; step < 60; step += 1) {
      await steps[random(steps.length)]?.();
      assert.deepEqual(await kept(user.id), await counted(user.id), `after step ${step}`);
    }
    assert.ok((await counted(user.id)).length > 0, 'nobody was left to compare');
  });

  it('are compacted to one row for each status and day', async () => {
    const user = await buildUser(server.app);
    const { id, recipients } = await buildList(server.app, user, { recipients: ['ana', 'ben', 'cleo'] });
    for (const recipient of recipients) {
      for (const status of ['sent', 'failed', 'pending'] as const) {
        await server.call(user, 'PUT /api/recipients/:id/status', { params: { id: recipient.id }, body: { status } });
      }
    }
    assert.ok((await rowsOf(user.id)) > 10);
    await addUpListCounts(server.app, 3);
    assert.equal(await rowsOf(user.id), 1);
    const { list } = await server.call(user, 'GET /api/lists/:id', { params: { id } });
    assert.equal(list.pending_count, 3);
  });

  it('are deleted with their list, no matter how the list is deleted', async () => {
    const user = await buildUser(server.app);
    const { id } = await buildList(server.app, user, { recipients: ['ana', 'ben'] });
    const other = await buildList(server.app, user, { recipients: ['ana'] });
    await db.deleteFrom('lists').where('user_id', '=', user.id).where('id', '=', id).execute();
    assert.deepEqual(
      (await kept(user.id)).map(({ list_id }) => list_id),
      [other.id],
    );
    assert.equal(await rowsOf(user.id), 1);
    await server.call(user, 'DELETE /api/lists/:id', { params: { id: other.id } });
    assert.equal(await rowsOf(user.id), 0);
    await buildList(server.app, user, { recipients: ['ana'] });
    await db.deleteFrom('users').where('id', '=', user.id).execute();
    assert.equal(await rowsOf(user.id), 0);
  });
});
