import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { testDatabaseUrl } from '../../testing/config.ts';
import { openBareDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';

type Prepared = { statement: string };

/** Counts the prepared statements of a transaction's connection that contain this text. */
async function preparedWith(db: Database, text: string): Promise<number> {
  const { rows } = await sql<Prepared>`SELECT statement FROM pg_prepared_statements`.execute(db);
  return rows.filter(({ statement }) => statement.includes(text)).length;
}

const ask = (db: Database, number: number) => sql<{ one: number }>`SELECT ${number}::int AS one`.execute(db);

describe('a statement', async () => {
  const database = await openBareDatabase();
  after(database.close);

  it('is prepared after it has been sent a few times, even on different connections', async () => {
    for (let time = 0; time < 3; time += 1) await ask(database.db, time);
    await database.db.transaction().execute(async (transaction) => {
      assert.deepEqual((await ask(transaction, 7)).rows, [{ one: 7 }]);
      assert.equal(await preparedWith(transaction, 'AS one'), 1);
    });
  });

  it('without values is prepared only if it is a query', async () => {
    await database.db.transaction().execute(async (transaction) => {
      for (let time = 0; time < 5; time += 1) {
        await sql`SELECT 1 AS nothing`.execute(transaction);
        await sql`SET LOCAL lock_timeout = 3000; SET LOCAL lock_timeout = 2000`.execute(transaction);
      }
      assert.equal(await preparedWith(transaction, 'AS nothing'), 1);
      assert.equal(await preparedWith(transaction, 'SET LOCAL'), 0);
    });
  });

  it('is not prepared if it was sent only once', async () => {
    await database.db.transaction().execute(async (transaction) => {
      for (let time = 0; time < 5; time += 1) {
        await sql`SELECT ${sql.lit(time)}::int AS changing, ${time}::int AS value`.execute(transaction);
      }
      assert.equal(await preparedWith(transaction, 'AS changing'), 0);
    });
  });

  it('works again after it has failed once because a table changed', async () => {
    const { db } = database;
    await sql`CREATE TABLE notes (id int)`.execute(db);
    const read = () => sql`SELECT * FROM notes WHERE id > ${0}`.execute(db);
    for (let time = 0; time < 5; time += 1) await read();
    await sql`ALTER TABLE notes ADD COLUMN name text`.execute(db);
    await assert.rejects(read(), /cached plan/);
    await sql`INSERT INTO notes VALUES (1, 'new')`.execute(db);
    assert.deepEqual((await read()).rows, [{ id: 1, name: 'new' }]);
  });
});

describe('with a pooler that can’t forward prepared statements', { skip: testDatabaseUrl === null }, () => {
  it('statements are never prepared', async () => {
    const { db, close } = await openDatabase({ databaseUrl: testDatabaseUrl ?? '', preparesStatements: false });
    after(close);
    await db.transaction().execute(async (transaction) => {
      for (let time = 0; time < 5; time += 1) await ask(transaction, time);
      assert.equal(await preparedWith(transaction, 'AS one'), 0);
    });
  });
});
