const longMs = 60_000;

/**
 * Waits for work that does not itself keep the process alive: reading a Blob and unpacking it does not, and the process
 * would end in the middle of a backup when nothing else is going on.
 */
export async function keepAwake<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, longMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
