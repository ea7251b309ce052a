import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitText } from './attempt-limit.ts';

test('a reached limit says how long to wait, rounded up', () => {
  const texts: [number, string][] = [
    [1, 'Try again in a minute.'],
    [60, 'Try again in a minute.'],
    [61, 'Try again in 2 minutes.'],
    [3600, 'Try again in 60 minutes.'],
    [7201, 'Try again in 3 hours.'],
    [86_400, 'Try again in 24 hours.'],
  ];
  for (const [seconds, text] of texts) assert.equal(waitText(seconds), text);
});
