import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { poll } from './clock.ts';

/** Runs `work` without real pauses, and returns how many milliseconds each pause would have taken. */
async function pausesOf(work: () => Promise<unknown>): Promise<number[]> {
  const pauses: number[] = [];
  const setTimeoutNow = globalThis.setTimeout;
  const mocked = mock.method(globalThis, 'setTimeout', (done: () => void, ms: number) => {
    pauses.push(ms);
    return setTimeoutNow(done, 0);
  });
  try {
    await work();
    return pauses;
  } finally {
    mocked.mock.restore();
  }
}

describe('polling', () => {
  it('asks again soon at first, then less and less often', async () => {
    let asked = 0;
    const answerAtSixth = () => ((asked += 1) === 6 ? 'answer' : null);
    const pauses = await pausesOf(async () => {
      assert.equal(await poll(answerAtSixth, { timeoutMs: 60_000, intervalMs: 800 }), 'answer');
    });
    assert.deepEqual(pauses, [100, 200, 400, 800, 800]);
  });

  it('asks one last time when the timeout is reached, without waiting longer', async () => {
    let asked = 0;
    const never = () => {
      asked += 1;
      return null;
    };
    assert.equal(await poll(never, { timeoutMs: 20, intervalMs: 3_600_000 }), null);
    assert.ok(asked >= 2, `asked ${asked} times`);
  });
});
