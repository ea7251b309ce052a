import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areReadable, rowsFor } from './search.rows.ts';

test('the handle can be any line of a search result, but must be the whole line', () => {
  const rows = [
    ['mia.fanpage', 'Mia'],
    ['je_gan_17', 'Jegan', 'Toggle selection'],
    ['Mia', 'mia'],
  ];
  assert.deepEqual(rowsFor(rows, 'mia'), [['Mia', 'mia']]);
  assert.deepEqual(rowsFor(rows, 'je_gan_17'), [rows[1]]);
  assert.deepEqual(rowsFor(rows, 'jegan'), [], 'a display name is not a handle');
});

test('a person who uses the wanted handle as a display name comes last in the results', () => {
  const lookalikes = [
    ['mia', 'mia.fanpage'],
    ['mia.fanpage', 'mia', 'Toggle selection'],
  ];
  for (const lines of [
    ['Mia', 'mia'],
    ['mia', 'mia'],
    ['mia', 'mia', 'Mia Rose', 'Toggle selection'],
  ])
    assert.deepEqual(rowsFor([...lookalikes, lines], 'mia'), [lines, ...lookalikes]);
});

test('search results cannot be read if one of them has no line that looks like a handle', () => {
  assert.ok(
    areReadable([
      ['Mia', 'mia'],
      ['jo', 'Jo'],
    ]),
  );
  assert.ok(!areReadable([['Mia', 'mia'], ['Suggested for you']]));
  assert.ok(!areReadable([]));
});
