/** Creates the pauses between polls. A pause ends after `ms` milliseconds, when `wake` is called, or when the signal is aborted. */
export function createPauses(ms: number) {
  let end: () => void = () => undefined;
  return {
    wake: () => end(),
    pause: (signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
        signal?.addEventListener('abort', end, { once: true });
      }),
  };
}
