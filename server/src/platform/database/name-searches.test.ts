import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../testing/test-database.ts';
import { nameMatches, nameSearch } from './expressions.ts';

const { db, close } = await openTestDatabase();
after(close);

/* The index contains an expression instead of the plain name, so that the planner doesn't use it to look up an exact name. */
for (const [table, column] of [
  ['recipients', 'recipient'],
  ['people', 'username'],
] as const) {
  /** Returns the query plan of a search for names that contain this text, with sequential scans disabled. */
  const planOf = (text: string) =>
    db.transaction().execute(async (transaction) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(transaction);
      const search = sql`EXPLAIN SELECT FROM ${sql.table(table)} WHERE ${nameMatches(column, nameSearch(text))}`;
      return JSON.stringify((await search.execute(transaction)).rows);
    });

  it(`a search uses the trigram index of ${table}`, async () => {
    assert.match(await planOf('anna'), new RegExp(`${table}_search`));
  });

  it(`a search for two letters does not read all of ${table}'s trigram index`, async () => {
    assert.doesNotMatch(await planOf('an'), new RegExp(`${table}_search`));
  });
}
