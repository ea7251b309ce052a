import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './project.mjs';

const renewEveryMs = 1_000;
const abandonedAfterMs = 10_000;

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function isAbandoned(file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > abandonedAfterMs;
}

/** @param {string} file */
function renew(file) {
  const now = new Date();
  utimesSync(file, now, now);
}

/**
 * Waits for the lock with this name, which all processes in this checkout share, and holds it while `work` runs. `work` must not block the
 * event loop, or the lock expires.
 * @param {string} name
 * @param {() => Promise<void>} work
 */
export async function withLock(name, work) {
  const file = join(root, '.cache', `${name}.lock`);
  mkdirSync(dirname(file), { recursive: true });
  while (!take(file)) {
    // A killed process no longer renews its lock, so a lock that wasn't renewed recently counts as abandoned. Checking the
    // process ID wouldn't help, because containers reuse process IDs.
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await sleep(200);
  }
  const renewal = setInterval(renew, renewEveryMs, file);
  try {
    await work();
  } finally {
    clearInterval(renewal);
    rmSync(file, { force: true });
  }
}
