import { AppError } from './app-error.ts';

type Window = { count: number; endsAt: number };

/** Counts attempts in windows of time and refuses those past a limit. Counted in each server process by itself. */
export class AttemptLimit {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, Window>();

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Counts one attempt; throws `rate_limited` when there were too many. */
  take(key: string, message: string): void {
    const now = Date.now();
    const window = this.#windowOf(key, now);
    if (window.count >= this.#limit) {
      throw new AppError('rate_limited', message, { retry_after: Math.ceil((window.endsAt - now) / 1000) });
    }
    window.count += 1;
  }

  /** Takes back an attempt that should not count. */
  giveBack(key: string): void {
    const window = this.#windows.get(key);
    if (window !== undefined && window.count > 0) window.count -= 1;
  }

  #windowOf(key: string, now: number): Window {
    const present = this.#windows.get(key);
    if (present !== undefined && present.endsAt > now) return present;
    if (this.#windows.size > 10_000) this.#forgetEnded(now);
    const window = { count: 0, endsAt: now + this.#windowMs };
    this.#windows.set(key, window);
    return window;
  }

  #forgetEnded(now: number): void {
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key);
  }
}
