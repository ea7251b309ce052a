import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openBareDatabase } from '../../testing/test-database.ts';
import { errorCodeOf } from '../error-code.ts';
import { transact } from './transact.ts';

const { db, close } = await openBareDatabase();
after(close);

/**
 * Runs a transaction that fails with this code in its first `failures` tries. Returns the final error's code, if any, and how
 * often the transaction was tried and took effect.
 */
async function transactFailing(code: string, failures: number) {
  const counts = { tries: 0, effects: 0 };
  const run = transact(db, async (transaction, afterCommit) => {
    counts.tries += 1;
    afterCommit(() => (counts.effects += 1));
    if (counts.tries > failures) return;
    await sql`DO ${sql.lit(`BEGIN RAISE EXCEPTION 'planned' USING ERRCODE = '${code}'; END`)}`.execute(transaction);
  });
  return { error: await run.then(() => null, errorCodeOf), ...counts };
}

describe('a transaction', () => {
  for (const [what, code] of [
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
  ] as const) {
    it(`runs again after ${what}, up to three times, and takes effect once`, async () => {
      assert.deepEqual(await transactFailing(code, 3), { error: null, tries: 4, effects: 1 });
      assert.deepEqual(await transactFailing(code, 4), { error: code, tries: 4, effects: 0 });
    });
  }

  it('does not run again after another error', async () => {
    assert.deepEqual(await transactFailing('23505', 1), { error: '23505', tries: 1, effects: 0 });
  });
});
