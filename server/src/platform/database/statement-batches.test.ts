import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { testDatabaseUrl } from '../../testing/config.ts';
import { openBareDatabase } from '../../testing/test-database.ts';
import { together } from './pipelining.ts';

const { db, pool, close } = await openBareDatabase();
after(close);

async function connectionOf(): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`SELECT pg_backend_pid() AS id, pg_sleep(0.05)`.execute(db);
  return rows[0]?.id;
}

const fail = () => sql`SELECT 1 / 0`.execute(db);

describe('statements outside a transaction', () => {
  it('share a connection if they are sent together', async () => {
    const [one, other] = await together([connectionOf(), connectionOf()]);
    assert.equal(one, other);
  });

  it('do not affect each other if one fails', async () => {
    const [failed, read] = await Promise.allSettled([fail(), connectionOf()]);
    assert.deepEqual([failed.status, read.status], ['rejected', 'fulfilled']);
  });

  it('throw an error that shows where they were sent from', async () => {
    const error = await fail().catch((error: unknown) => error);
    assert.ok(error instanceof Error);
    assert.match(error.message, /division by zero/);
    assert.match(error.stack ?? '', /division by zero[\s\S]*statement-batches\.test\.ts/);
  });

  it('return their connection, even after an error', async () => {
    await Promise.allSettled([fail(), connectionOf()]);
    await setImmediate();
    assert.equal(pool.idleCount, pool.totalCount);
  });
});

describe('statements outside a transaction, on a PostgreSQL server', { skip: testDatabaseUrl === null }, () => {
  it('do not wait for statements that were sent earlier', async () => {
    const one = connectionOf();
    await setImmediate();
    assert.notEqual(await connectionOf(), await one);
  });
});
