import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../testing/test-database.ts';
import { nameMatches, nameSearch } from './expressions.ts';

const { db, close } = await openTestDatabase();
after(close);

/** Adds a user with a list of this many people. One name in a hundred contains `anna`. Returns the user's ID. */
async function addUser(people: number): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ username: `user${people}`, password_hash: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`WITH list AS (INSERT INTO lists (user_id, name) VALUES (${id}, 'List') RETURNING id)
    INSERT INTO recipients (user_id, list_id, recipient)
    SELECT ${id}, id, CASE WHEN n % 100 = 0 THEN 'anna' ELSE 'other' END || n
    FROM list, generate_series(1, ${people}::int) n`.execute(db);
  return id;
}

const userId = await addUser(3000);
await addUser(6000);
await sql`VACUUM ANALYZE recipients, people`.execute(db);

const indexScan = /"Node Type":"Bitmap Index Scan".*?"Index Name":"(?<index>\w+)".*?"Actual Rows":(?<found>[\d.]+)/;

for (const [table, column] of [
  ['recipients', 'recipient'],
  ['people', 'username'],
] as const) {
  /** Runs the user's search for names that contain this text. Returns the query plan. */
  const planOf = (text: string, planMode: 'force_custom_plan' | 'force_generic_plan') =>
    db.transaction().execute(async (transaction) => {
      const search = sql`SELECT FROM ${sql.table(table)} WHERE user_id = ${userId} AND ${nameMatches(column, nameSearch(text))}`;
      await sql`SET LOCAL plan_cache_mode = ${sql.lit(planMode)}`.execute(transaction);
      await sql`SET LOCAL enable_seqscan = off`.execute(transaction);
      await sql`PREPARE search AS ${sql.raw(search.compile(db).sql)}`.execute(transaction);
      const { pattern } = nameSearch(text);
      const explain = sql`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE search (${sql.lit(userId)}, ${sql.lit(pattern)})`;
      const { rows } = await explain.execute(transaction);
      await sql`DEALLOCATE search`.execute(transaction);
      return JSON.stringify(rows);
    });

  for (const planMode of ['force_custom_plan', 'force_generic_plan'] as const) {
    it(`a search in ${table} reads only the user’s entries in the index, with ${planMode}`, async () => {
      const { index, found } = indexScan.exec(await planOf('anna', planMode))?.groups ?? {};
      assert.deepEqual([index, Number(found)], [`${table}_search`, 30]);
    });

    it(`a search in ${table} for two letters does not use the index for searches, with ${planMode}`, async () => {
      assert.doesNotMatch(await planOf('an', planMode), new RegExp(`${table}_search`));
    });
  }
}
