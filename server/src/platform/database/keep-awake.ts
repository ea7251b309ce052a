const longMs = 60_000;

/**
 * Keeps the process alive until the work is done. Unpacking a Blob, for example, doesn't keep a process alive, so without this
 * function, the process could exit in the middle of a restore.
 */
export async function keepAwake<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, longMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
