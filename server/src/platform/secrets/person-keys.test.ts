import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestDatabase } from '../../testing/test-database.ts';
import { loadPersonKeys } from './person-keys.ts';
import { createSecretBox, UnreadableError } from './secret-box.ts';
import { fixedKeys } from './server-keys.ts';
import type { ServerKeys } from './server-keys.ts';

const [first, second] = [fixedKeys('a'.repeat(32)), fixedKeys('b'.repeat(32), 'a'.repeat(32))];
const database = await openTestDatabase();
after(() => database.close());

const load = (keys: ServerKeys) => loadPersonKeys(database.db, createSecretBox(keys), keys);

test('a person has a different key for each user, and keeps it even if the server’s key changes', async () => {
  const keyOf = await load(first);
  // Earlier versions, which didn't store the hash key in the database, derived the same key for this person.
  assert.equal(keyOf(1, 'ana'), '#80438c15be3845d0e24ae41b574790813024df1b');
  const others = [keyOf(2, 'ana'), keyOf(1, 'ben')];
  assert.equal(others.includes(keyOf(1, 'ana')), false);
  assert.equal((await load(second))(1, 'ana'), keyOf(1, 'ana'));
});

test('no new hash key is derived if the key that encrypted the stored hash key is missing', async () => {
  await assert.rejects(load(fixedKeys('b'.repeat(32))), UnreadableError);
});

test('the hash key is derived from the earliest secret if an earlier version stored none in the database', async () => {
  await database.db.deleteFrom('kept_keys').execute();
  assert.equal((await load(second))(1, 'ana'), '#80438c15be3845d0e24ae41b574790813024df1b');
});
