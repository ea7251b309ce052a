import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './project.mjs';

const renewEveryMs = 1_000;
const abandonedAfterMs = 10_000;

function take(file) {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function isAbandoned(file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > abandonedAfterMs;
}

function renew(file) {
  const now = new Date();
  utimesSync(file, now, now);
}

/** Runs `work` while no other process of this checkout runs work under the same name. `work` must not block the event loop. */
export async function withLock(name, work) {
  const file = join(root, '.cache', `${name}.lock`);
  mkdirSync(dirname(file), { recursive: true });
  while (!take(file)) {
    // A holder that was killed no longer renews its lock. Process ids would not do: containers use them again.
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await sleep(200);
  }
  const renewal = setInterval(renew, renewEveryMs, file);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    rmSync(file, { force: true });
  }
}
