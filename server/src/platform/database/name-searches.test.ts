import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../testing/test-database.ts';
import { searchedName } from './expressions.ts';

const { db, close } = await openTestDatabase();
after(close);

/* The index contains an expression instead of the name, so that the planner can't use it to find one exact name. */
for (const [table, column] of [
  ['recipients', 'recipient'],
  ['people', 'username'],
] as const) {
  it(`only a search can use the trigram index of ${table}`, async () => {
    const plan = await db.transaction().execute(async (transaction) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(transaction);
      const search = sql`EXPLAIN SELECT FROM ${sql.table(table)} WHERE ${searchedName(column)} LIKE '%anna%'`;
      return JSON.stringify((await search.execute(transaction)).rows);
    });
    assert.match(plan, new RegExp(`${table}_search`));
  });
}
