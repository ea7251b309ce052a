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

it('never runs two of one group side by side, and takes up others meanwhile', async () => {
  const running = new Set();
  const order = [];
  const items = ['a1', 'a2', 'b1', 'a3'];
  const results = await runInLanes(
    items,
    2,
    async (item) => {
      assert.ok(!running.has(item[0]));
      running.add(item[0]);
      order.push(item);
      await new Promise((settle) => setImmediate(settle));
      running.delete(item[0]);
      return item.toUpperCase();
    },
    (item) => item[0],
  );
  assert.deepEqual(results, ['A1', 'A2', 'B1', 'A3']);
  assert.deepEqual(order.slice(0, 2), ['a1', 'b1']);
});
