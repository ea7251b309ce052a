import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from './program.ts';

const pollMs = 100;

async function isAnswering(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

/** Waits until a program answers successfully at this URL. If the program exits or takes too long, throws an error with its output. */
export async function untilAnswers(program: Program, url: string, timeoutMs = 120_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isAnswering(url))) {
    if (program.hasEnded()) throw new Error(`${program.output().trimEnd()}\n${program.name} ended before it answered.`);
    if (Date.now() > deadline)
      throw new Error(`${program.output().trimEnd()}\n${program.name} did not answer in time.`);
    await sleep(pollMs);
  }
}

/** Waits until a server program prints that it's ready. Returns its URL. */
export async function readyUrl(program: Program, timeoutMs?: number): Promise<string> {
  const [, url = ''] = await program.waitFor(/ready at (http:\/\/\S+)/, timeoutMs);
  return url;
}
