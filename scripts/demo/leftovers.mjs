import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

function argumentsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // It ended meanwhile, or is another user's.
    return [];
  }
}

function processesIn(folder) {
  const pids = existsSync('/proc/self') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.filter((pid) => argumentsOf(pid).some((argument) => argument.startsWith(`${folder}/`))).map(Number);
}

/**
 * Ends what still works in a folder of ours, such as the Firefox of an agent that was killed and could not close it.
 * Linux only: elsewhere nothing says so cheaply.
 */
export async function endLeftovers(folder) {
  for (let round = 0; round < 50; round += 1) {
    const pids = processesIn(folder).filter((pid) => pid !== process.pid);
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    }
    await sleep(100);
  }
}
