import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTiming } from './site.context.ts';

test('a check waits long enough for a message, even if Enter was pressed just before the go-ahead expired', () => {
  const { certainAfterMs, goAheadMs, outcomeMs } = defaultTiming;
  assert.ok(certainAfterMs > goAheadMs + outcomeMs);
});
