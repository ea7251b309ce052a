const longMs = 60_000;

/**
 * Keeps the process alive while it waits for work that doesn't keep it alive. Reading and unpacking a Blob doesn't, so the
 * process would end in the middle of a backup.
 */
export async function keepAwake<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, longMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
