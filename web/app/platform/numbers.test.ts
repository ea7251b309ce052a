import { expect, it } from 'vitest';
import { countText, formatSize } from './numbers.ts';

it.each([
  [0.4, '410 KB'],
  [0.9999, '1024 KB'],
  [1, '1.0 MB'],
  [48.25, '48.3 MB'],
])('a size of %f MB is shown as %s', (megabytes, text) => {
  expect(formatSize(megabytes)).toBe(text);
});

it.each([
  [0, '0 accounts'],
  [1, '1 account'],
  [1204, '1,204 accounts'],
])('a count of %i is shown as %s', (count, text) => {
  expect(countText(count, 'account')).toBe(text);
});
