import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detailText, reasonText } from './reasons.ts';

test('a detail becomes a sentence between the reason and the advice', () => {
  assert.equal(
    reasonText('network', 'NS_ERROR_UNKNOWN_HOST'),
    "Instagram can't be reached from this account's computer. NS_ERROR_UNKNOWN_HOST. Check the internet connection. The agent will try again.",
  );
  for (const [detail, text] of [
    ['@anna', '@anna.'],
    ['HTTP 503', 'HTTP 503.'],
    ['The language is Finnish ("fi").', 'The language is Finnish ("fi").'],
    ['"Try again later"', '"Try again later"'],
    [null, ''],
  ] as const)
    assert.equal(detailText(detail), text);
});
