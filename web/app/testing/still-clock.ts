import { defaultScheduler, notifyManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

const realTimeout = globalThis.setTimeout;
const realNow = Date.now;
const longestMs = 30_000;
const lookMs = 10;

/**
 * Stops the clock for the tests in this block. Time advances only when `pass` is called. Responses still arrive, so wait for them with
 * `arrival`.
 */
export function stopTheClock(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    // By default, the query client uses a timer to notify components of a response.
    notifyManager.setScheduler(queueMicrotask);
  });
  afterEach(() => {
    vi.useRealTimers();
    notifyManager.setScheduler(defaultScheduler);
  });
}

/** Advances the stopped clock by this many milliseconds. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

/** Waits, in real time, until `check` no longer throws. Use it instead of `waitFor` and `findBy`, which need a running clock. */
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
 * Checks that `count` increases by exactly one after `ms` milliseconds. This may happen up to 100 ms early or 50 ms late, because
 * responses take a moment even while the clock is stopped.
 */
export async function expectEvery(ms: number, count: () => number): Promise<void> {
  const before = count();
  await pass(ms - 100);
  if (count() !== before)
    throw new Error(`The count increased by ${count() - before} within ${ms - 100} ms, which is too early`);
  await pass(150);
  await arrival(() => {
    if (count() !== before + 1)
      throw new Error(`The count increased by ${count() - before} within ${ms + 50} ms instead of by one`);
  });
}
