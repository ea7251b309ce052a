import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runInLanes } from './lanes.mjs';

it('works through a list in order, no more than so many at a time', async () => {
  let running = 0;
  let most = 0;
  const results = await runInLanes([1, 2, 3, 4, 5], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((settle) => setImmediate(settle));
    running -= 1;
    return item * 10;
  });
  assert.deepEqual(results, [10, 20, 30, 40, 50]);
  assert.equal(most, 2);
});
