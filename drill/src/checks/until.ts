import { pollUntil } from '@sandpiper/testkit/poll-until';

const pollMs = 100;

/** Waits until a condition is met. Returns how many seconds that took, or undefined if the time ran out. */
export async function secondsUntil(
  isSo: () => boolean | Promise<boolean>,
  withinSeconds: number,
): Promise<number | undefined> {
  const startedAt = performance.now();
  const isMet = await pollUntil(isSo, Boolean, { timeoutMs: withinSeconds * 1000, pollMs });
  return isMet ? (performance.now() - startedAt) / 1000 : undefined;
}
