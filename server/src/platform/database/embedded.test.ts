import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openEmbedded } from './embedded.ts';

describe('the embedded database', async () => {
  const { pool, close } = await openEmbedded(null);
  after(close);

  it('lets the server handle other events after each statement', async () => {
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      while (!isOver) {
        await nextTurn();
        turns += 1;
      }
    })();
    const turnsAfter: number[] = [];
    for (let statement = 0; statement < 5; statement += 1) {
      await (statement % 2 === 0 ? pool.query('SELECT') : pool.query('SELECT $1::int', [statement]));
      turnsAfter.push(turns);
    }
    isOver = true;
    await counting;
    assert.equal(new Set(turnsAfter).size, 5);
  });
});
