import type { Cluster } from '../cluster/cluster.ts';
import type { Load } from '../load/load.ts';
import { secondsUntil } from './until.ts';

/**
 * The time limit for each step of the recovery. It is longer than any of the servers' database timeouts, and longer than a caller's longest
 * delay between two attempts.
 */
const withinSeconds = 90;
const quietMs = 3000;

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

/**
 * Waits until everything has recovered automatically: each server is ready, every device is connected, calls no longer fail, messages are
 * being sent, and every browser gets live events. Returns how many seconds it took until calls stopped failing, and what didn't recover.
 */
export async function recover(
  { nodes }: Pick<Cluster, 'nodes'>,
  { log, ledger, browsers, devices }: Load,
): Promise<{ seconds: number; faults: string[] }> {
  const startedAt = performance.now();
  const faults: string[] = [];
  const wait = async (what: string, isSo: () => boolean | Promise<boolean>) => {
    if ((await secondsUntil(isSo, withinSeconds)) === undefined) faults.push(`not within ${withinSeconds} s: ${what}`);
  };
  await wait('every server is ready', async () =>
    (await Promise.all(nodes.map(({ url }) => isReady(url)))).every(Boolean),
  );
  await wait('every device is connected', () => devices.every((device) => device.isConnected()));
  await wait('no call fails', () => log.quietMs > quietMs);
  const seconds = (performance.now() - startedAt - quietMs) / 1000;
  log.phase = 'calm';
  log.mayLose = false;
  const sentBefore = ledger.size;
  await wait('messages are sent', () => ledger.size > sentBefore);
  const eventsBefore = browsers.map((browser) => browser.events());
  await wait('every browser gets events', () =>
    browsers.every((browser, index) => browser.events() > (eventsBefore[index] ?? 0)),
  );
  return { seconds: Math.max(0, seconds), faults };
}
