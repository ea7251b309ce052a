import { sleep } from './clock.ts';

export type Backoff = {
  /** Milliseconds to wait before the next try; grows with each call. */
  next: () => number;
  reset: () => void;
};

/** Doubles from `firstMs` to `lastMs`, each wait drawn between half of it and all of it, so that many agents do not return at once. */
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
  /** Whether another try may help. */
  mayRetry: (error: unknown) => boolean;
  onRetry?: (error: unknown, waitMs: number) => void;
};

/** Repeats the work until it succeeds, fails for good, or the signal is given (then the last error is thrown). */
export async function retrying<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
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
