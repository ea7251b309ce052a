import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../testing/test-database.ts';
import { listUnsafeSettings } from './unsafe-settings.ts';

test('a setting that lets the database lose commits is listed', async () => {
  const { db, close } = await openTestDatabase();
  const choose = (value: 'on' | 'off') => sql`SET LOCAL synchronous_commit = ${sql.lit(value)}`;
  await db.transaction().execute(async (transaction) => {
    await choose('off').execute(transaction);
    assert.ok((await listUnsafeSettings(transaction)).includes('synchronous_commit'));
    await choose('on').execute(transaction);
    assert.ok(!(await listUnsafeSettings(transaction)).includes('synchronous_commit'));
  });
  await close();
});
