import { describe, expect, it } from 'vitest';
import { inParallel } from './in-parallel.ts';

describe('work done a few at a time', () => {
  it('continues past failures, tells how far it is and answers what failed', async () => {
    const seen: number[] = [];
    const failed = await inParallel(
      [1, 2, 3, 4, 5],
      (item) => (item === 3 ? Promise.reject(new Error('no')) : Promise.resolve()),
      { width: 2, onProgress: (done) => seen.push(done) },
    );
    expect(failed.map(({ item }) => item)).toEqual([3]);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('never has more under way than allowed', async () => {
    let underWay = 0;
    let most = 0;
    await inParallel(
      Array.from({ length: 20 }, (_, index) => index),
      async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await Promise.resolve();
        underWay -= 1;
      },
      { width: 3 },
    );
    expect(most).toBe(3);
  });
});
