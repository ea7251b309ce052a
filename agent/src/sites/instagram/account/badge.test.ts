import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isExplicit, parseBadge } from './badge.ts';

const read = (digits: string | null, label: string | null = null) => parseBadge({ digits, label });

test('a badge with digits in any script can be read', () => {
  for (const [text, count] of [
    ['3', 3],
    ['1,234', 1234],
    ['1.234', 1234],
    ['1 234', 1234],
    ['١٢', 12],
    ['\u200f١٬٢٣٤', 1234],
    ['۹۰', 90],
    ['২৩', 23],
    ['१,२३४', 1234],
    ['１２', 12],
    ['๐', 0],
    ['𝟗', 9],
    ['𝟭𝟮', 12],
  ] as const) {
    assert.deepEqual(read(text), { count, exact: true }, text);
    assert.equal(isExplicit({ digits: text, label: null }), true, text);
  }
});

test('a count with a plus sign is not exact, whether the sign comes first or last', () => {
  for (const [text, count] of [
    ['99+', 99],
    ['+٩٩', 99],
    ['۹۹+', 99],
    ['９９＋', 99],
  ] as const)
    assert.deepEqual(read(text), { count, exact: false }, text);
});

test('the count comes from the label if the badge has no digits, and a label without digits means zero', () => {
  assert.deepEqual(read(null, 'Direct messaging - 3 new notifications link'), { count: 3, exact: true });
  assert.deepEqual(read(null, 'الرسائل المباشرة - ٤ إشعارات جديدة'), { count: 4, exact: true });
  assert.deepEqual(read(null, 'Messages'), { count: 0, exact: true });
  assert.equal(isExplicit({ digits: null, label: 'Messages' }), false);
});
