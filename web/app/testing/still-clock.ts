import { defaultScheduler, notifyManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

const realTimeout = globalThis.setTimeout;
const realNow = Date.now;
const longestMs = 30_000;
const lookMs = 10;

/** Stops time in this block's tests: it only passes when `pass` is called. Responses still arrive; use `arrival` to wait for them. */
export function stopTheClock(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    // By default, the query client waits for a timer before it shows a response.
    notifyManager.setScheduler(queueMicrotask);
  });
  afterEach(() => {
    vi.useRealTimers();
    notifyManager.setScheduler(defaultScheduler);
  });
}

/** Lets the given number of milliseconds pass. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

/** Waits for something that doesn't depend on the stopped clock, such as a pending response. Use it instead of `waitFor` and `findBy`. */
export async function arrival(check: () => void): Promise<void> {
  for (const until = realNow() + longestMs; realNow() < until;) {
    try {
      check();
      return;
    } catch {
      await act(async () => {
        await new Promise((resolve) => void realTimeout(resolve, lookMs));
        await vi.advanceTimersByTimeAsync(0);
      });
    }
  }
  check();
}

/**
 * Expects `count` to increase by one after this many milliseconds and not before. Responses take a moment even while the clock is
 * stopped, so the time is only checked to within a tenth of a second.
 */
export async function expectEvery(ms: number, count: () => number): Promise<void> {
  const before = count();
  await pass(ms - 100);
  if (count() !== before) throw new Error(`${count() - before} more after ${ms - 100} ms`);
  await pass(150);
  await arrival(() => {
    if (count() !== before + 1) throw new Error(`${count() - before} more after ${ms + 50} ms, not one`);
  });
}
