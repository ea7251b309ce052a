import { sleep } from './clock.ts';

export type Backoff = {
  /** Returns the delay before the next retry, in milliseconds. The delay grows with each call, up to a limit. */
  next: () => number;
  reset: () => void;
};

/**
 * Creates an exponential backoff. The delay doubles with each retry, from `firstMs` to `lastMs`. Each delay is shortened by a
 * random amount, at most half of it, so that agents don't all retry at once.
 */
export function createBackoff(options: { firstMs?: number; lastMs?: number; random?: () => number } = {}): Backoff {
  const { firstMs = 1000, lastMs = 60_000, random = Math.random } = options;
  let tries = 0;
  return {
    next: () => {
      const full = Math.min(lastMs, firstMs * 2 ** Math.min(tries, 20));
      tries += 1;
      return Math.round(full / 2 + (random() * full) / 2);
    },
    reset: () => {
      tries = 0;
    },
  };
}

export type RetryOptions = {
  signal: AbortSignal;
  backoff?: Backoff;
  mayRetry: (error: unknown) => boolean;
  onRetry?: (error: unknown, waitMs: number) => void;
};

/**
 * Runs the work, and retries it until it succeeds or throws an error that a retry can't fix. Once the signal is aborted, doesn't retry
 * anymore, and throws the last error.
 */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const backoff = options.backoff ?? createBackoff();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (options.signal.aborted || !options.mayRetry(error)) throw error;
      const waitMs = backoff.next();
      options.onRetry?.(error, waitMs);
      await sleep(waitMs, options.signal);
      if (options.signal.aborted) throw error;
    }
  }
}
