/** Waits; ends early, without an error, when the signal is given. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(ms, 2 ** 31 - 1));
    signal?.addEventListener('abort', done, { once: true });
  });
}

export type PollOptions = { timeoutMs: number; intervalMs?: number; signal?: AbortSignal };

/** Asks until the answer is not null; null when the time is over or the signal was given. */
export async function poll<T>(ask: () => Promise<T | null> | T | null, options: PollOptions): Promise<T | null> {
  const end = performance.now() + options.timeoutMs;
  for (;;) {
    if (options.signal?.aborted === true) return null;
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() >= end) return null;
    await sleep(options.intervalMs ?? 100, options.signal);
  }
}

/** Hours and minutes and seconds of the computer's own time, for lines on the terminal. */
export function timeOfDay(date = new Date()): string {
  return date.toTimeString().slice(0, 8);
}

/** Seconds or minutes, as people say them. */
export function inWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  return `${Math.round(seconds / 60)} min`;
}
