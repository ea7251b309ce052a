import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { testDatabaseUrl } from '../../testing/config.ts';
import { openBareDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { requirePreparedStatements } from './prepared-statements.ts';

type Prepared = { name: string; statement: string };

/** Lists the prepared statements of a transaction's connection that contain this text. */
async function listPrepared(db: Database, text: string): Promise<Prepared[]> {
  const { rows } = await sql<Prepared>`SELECT name, statement FROM pg_prepared_statements`.execute(db);
  return rows.filter(({ statement }) => statement.includes(text));
}

const preparedWith = async (db: Database, text: string) => (await listPrepared(db, text)).length;

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

  it('is never prepared if it is a search, because its best plan depends on the text', async () => {
    await database.db.transaction().execute(async (transaction) => {
      for (let time = 0; time < 5; time += 1) {
        await sql`SELECT 'anna' LIKE ${'%ann%'} AS is_found`.execute(transaction);
        await sql`SELECT 'anna' ilike ${'%ann%'} AS is_found`.execute(transaction);
      }
      assert.equal(await preparedWith(transaction, 'is_found'), 0);
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
  const databaseUrl = testDatabaseUrl ?? '';

  it('statements are never prepared if the operator has turned prepared statements off', async () => {
    const { db, close } = await openDatabase({ databaseUrl, preparesStatements: false });
    after(close);
    await db.transaction().execute(async (transaction) => {
      for (let time = 0; time < 5; time += 1) await ask(transaction, time);
      assert.equal(await preparedWith(transaction, 'AS one'), 0);
    });
  });

  it('starting the server fails with advice, unlike with a direct connection', async () => {
    const { pool, close } = await openDatabase({ databaseUrl });
    after(close);
    await requirePreparedStatements(pool);
    const pooled = await openDatabase({ databaseUrl });
    after(pooled.close);
    // Behind such a pooler, a client can't use a name that another client has already prepared.
    pooled.pool.on('connect', (client) => void client.query('PREPARE sandpiper_start AS SELECT'));
    await assert.rejects(requirePreparedStatements(pooled.pool), /Set PREPARED_STATEMENTS=0/);
  });

  it('two processes never prepare different statements under the same name', async () => {
    const firstPrepared = async (column: string) => {
      const { db, close } = await openDatabase({ databaseUrl });
      after(close);
      return db.transaction().execute(async (transaction) => {
        for (let time = 0; time < 3; time += 1)
          await sql`SELECT ${time}::int AS ${sql.ref(column)}`.execute(transaction);
        return (await listPrepared(transaction, column)).map(({ name }) => name);
      });
    };
    const [[ours], [theirs]] = [await firstPrepared('ours'), await firstPrepared('theirs')];
    assert.ok(ours !== undefined && theirs !== undefined);
    assert.notEqual(ours, theirs);
  });
});
