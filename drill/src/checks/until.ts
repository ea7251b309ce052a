import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 100;

/** Waits until a condition is met. Returns how many seconds that took, or undefined if the time ran out. */
export async function secondsUntil(
  isSo: () => boolean | Promise<boolean>,
  withinSeconds: number,
): Promise<number | undefined> {
  const startedAt = performance.now();
  const passed = () => (performance.now() - startedAt) / 1000;
  while (!(await isSo())) {
    if (passed() > withinSeconds) return undefined;
    await sleep(pollMs);
  }
  return passed();
}
