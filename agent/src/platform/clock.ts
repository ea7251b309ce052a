/** Resolves after `ms`, or as soon as the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    // A longer delay would overflow, and the timer would fire immediately.
    const timer = setTimeout(done, Math.min(ms, 2 ** 31 - 1));
    signal?.addEventListener('abort', done, { once: true });
  });
}

export type PollOptions = {
  timeoutMs: number;
  /**
   * The longest pause between two calls. The first pause is an eighth as long. Each later pause is twice as long as the pause before it.
   */
  intervalMs?: number;
  signal?: AbortSignal;
};

/** Calls `ask` until it returns something other than null. Returns null after the timeout or when aborted. */
export async function poll<T>(ask: () => Promise<T | null> | T | null, options: PollOptions): Promise<T | null> {
  const { timeoutMs, intervalMs = 100, signal } = options;
  const end = performance.now() + timeoutMs;
  for (let pause = intervalMs / 8; ; pause = Math.min(2 * pause, intervalMs)) {
    if (signal?.aborted === true) return null;
    const answer = await ask();
    if (answer !== null) return answer;
    const left = end - performance.now();
    if (left <= 0) return null;
    await sleep(Math.min(pause, left), signal);
  }
}

/** Formats a time as `hh:mm:ss` in the local time zone. */
export function timeOfDay(date = new Date()): string {
  return date.toTimeString().slice(0, 8);
}

/** Formats a time as `DD-MM-YYYY HH:mm` in the local time zone. */
export function dayAndTime(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [two(date.getDate()), two(date.getMonth() + 1), date.getFullYear()].join('-');
  return `${day} ${timeOfDay(date).slice(0, 5)}`;
}

/** Formats a duration as seconds or minutes, such as `45 s` or `7 min`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  return `${Math.round(seconds / 60)} min`;
}
