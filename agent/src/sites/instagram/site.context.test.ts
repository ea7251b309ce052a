import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTiming } from './site.context.ts';

test('a check waits long enough for a message whose Enter was pressed at the last moment after its note', () => {
  const { certainAfterMs, goAheadMs, outcomeMs } = defaultTiming;
  assert.ok(certainAfterMs > goAheadMs + outcomeMs);
});
