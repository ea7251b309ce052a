import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPersonKeys } from './person-keys.ts';

test('a person has one key for each user and each server secret', () => {
  const keyOf = createPersonKeys('a'.repeat(32));
  assert.match(keyOf(1, 'ana'), /^#[0-9a-f]{40}$/);
  assert.equal(keyOf(1, 'ana'), keyOf(1, 'ana'));
  const others = [keyOf(2, 'ana'), keyOf(1, 'ben'), createPersonKeys('b'.repeat(32))(1, 'ana')];
  assert.equal(others.includes(keyOf(1, 'ana')), false);
});
