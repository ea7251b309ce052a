/** A timer that doesn't keep the process running. */
export type Timer = { cancel: () => void };

export function every(ms: number, work: () => Promise<void>): Timer {
  const timer = setInterval(() => void work(), ms).unref();
  return { cancel: () => clearInterval(timer) };
}

export function after(ms: number, work: () => void): Timer {
  const timer = setTimeout(work, ms).unref();
  return { cancel: () => clearTimeout(timer) };
}

/** Returns the result of `work`. If `work` takes longer than `ms`, returns the result of `abandon` instead. */
export function within<T>(ms: number, work: Promise<T>, abandon: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const deadline = after(ms, () => {
      isOver = true;
      resolve(abandon());
    });
    const settle = (end: () => void): void => {
      deadline.cancel();
      if (!isOver) end();
    };
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}
