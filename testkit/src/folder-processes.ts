import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from './processes.ts';

function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // The process has ended or belongs to another user.
    return [];
  }
}

/** Returns the IDs of other processes whose command line contains a path in this folder. Returns none on systems other than Linux. */
export function processesIn(folder: string): number[] {
  const pids = existsSync('/proc/self')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : [];
  return pids.filter((pid) => pid !== process.pid && argumentsOf(pid).some((word) => word.includes(`${folder}/`)));
}

/** Kills processes that still use a test's folder, such as a Firefox process that a killed agent has left behind. Tries for 5 seconds. */
export async function killProcessesIn(folder: string): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    const pids = processesIn(folder);
    if (pids.length === 0) return;
    for (const pid of pids) sendSignal(pid, 'SIGKILL');
    await sleep(100);
  }
}
