import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { testPage } from '../../../../testing/firefox.ts';
import { isSelector } from './selector-syntax.ts';

// prettier-ignore
const pieces = [
  'a', '*', '.b', '#c', '1d', '-', '[e]', '[f="(]"]', "[g^='h' i]", '[i=1]', '[j!="k"]', '[l=m n]', ':root', ':roo', ':nth-child(2n + 1)',
  ':nth-child(x)', ':not(', ':is(', ':has(', ':has(> ', ')', ' ', ' > ', '~', ',', ', ', '::before', '"', '|', '&', ':has()', ':not()',
];

test('Firefox accepts every selector that a page pack may contain', { timeout: 1_800_000 }, async () => {
  const pairs = pieces.flatMap((one) => pieces.map((other) => one + other));
  const triples = pairs.flatMap((pair) => pieces.map((piece) => pair + piece));
  const nested = pairs.flatMap((pair) =>
    [':has(', ':not(', ':is(:has(', ':has(:is('].flatMap((start) =>
      ['a)', '+ a)', '.b))'].map((end) => `${start}${pair}${end}`),
    ),
  );
  const accepted = [...pieces, ...pairs, ...triples, ...nested].filter(isSelector);
  assert.ok(accepted.length > 1000, `${accepted.length} selectors are accepted`);
  const page = await testPage();
  const rejected = await page.read(`${JSON.stringify(accepted)}.filter((text) => {
    try {
      document.querySelector(text);
      return false;
    } catch {
      return true;
    }
  })`);
  assert.deepEqual(z.array(z.string()).parse(rejected), []);
});
