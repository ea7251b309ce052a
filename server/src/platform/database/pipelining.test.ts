import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { openBareDatabase } from '../../testing/test-database.ts';
import type { Database } from './database.ts';
import { together } from './pipelining.ts';
import { transact } from './transact.ts';

const { db, pool, close } = await openBareDatabase();
after(close);

const write = (on: Database, name: string) => sql`UPDATE notes SET name = ${name}`.execute(on);

async function read(on: Database): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM notes`.execute(on);
  return rows[0]?.name;
}

describe('statements of a transaction that are sent together', () => {
  before(async () => {
    await sql`CREATE TABLE notes (name text)`.execute(db);
    await sql`INSERT INTO notes VALUES ('none')`.execute(db);
  });

  it('run in the order in which they were sent', async () => {
    const results = await transact(db, (transaction) =>
      together([write(transaction, 'anna'), read(transaction), write(transaction, 'ben'), read(transaction)]),
    );
    assert.deepEqual([results[1], results[3], await read(db)], ['anna', 'ben', 'ben']);
  });

  it('are all rolled back if one fails, and throw its error', async () => {
    const before = await read(db);
    // Waits before it throws, so that the next statement's error is thrown first.
    const fail = async (transaction: Database) => {
      try {
        await sql`SELECT 1 / 0`.execute(transaction);
      } finally {
        await setImmediate();
      }
    };
    const failing = transact(db, (transaction) =>
      together([write(transaction, 'cleo'), fail(transaction), write(transaction, 'dora')]),
    );
    await assert.rejects(failing, /division by zero/);
    assert.equal(await read(db), before);
  });

  it('do not run after the rollback if other code in the transaction throws an error', async () => {
    const before = await read(db);
    const writeLater = async (transaction: Database) => {
      await read(transaction);
      await write(transaction, 'emma');
    };
    const failing = transact(db, (transaction) =>
      together([writeLater(transaction), Promise.reject(new Error('No such person'))]),
    );
    await assert.rejects(failing, /No such person/);
    assert.equal(await read(db), before);
  });

  it('are all sent before the database answers the first', async () => {
    const events: string[] = [];
    const client = await pool.connect();
    const query: unknown = client.query.bind(client);
    assert.ok(typeof query === 'function');
    Object.assign(client, {
      query: (...args: unknown[]): unknown => {
        if (String(args[0]).startsWith('SELECT name')) events.push('sent');
        return Reflect.apply(query, client, args);
      },
    });
    client.release();
    const ask = async (transaction: Database) => {
      await read(transaction);
      events.push('answered');
    };
    await transact(db, (transaction) => together([ask(transaction), ask(transaction)]));
    assert.deepEqual(events, ['sent', 'sent', 'answered', 'answered']);
  });
});
