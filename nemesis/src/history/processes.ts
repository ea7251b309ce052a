import { writeFile } from 'node:fs/promises';
import { journalOf, startRun } from '../computers/agent.run.ts';
import type { AgentRun, Computer } from '../computers/computer.ts';
import { forgetTimersOf } from '../time/virtual-time.ts';
import type { History } from './history.ts';
import { surroundingsOf } from './surroundings.ts';

/** Kills the agent's process without letting it sign off. */
export function kill(history: History, computer: Computer): void {
  const { run } = computer;
  if (run === null) return;
  run.actor.state = 'dead';
  // Servers may still get requests that the process had sent.
  const asked = history.pauses.forget(run.actor);
  history.late.push(...asked.filter(() => history.random.isLucky(0.3)));
  forgetTimersOf(run.actor);
  computer.run = null;
  history.closing.push(run.abandon());
}

const longestSleep = 12;

/** Freezes the agent's process for a random number of events. */
export function freeze(history: History, computer: Computer): void {
  if (computer.run === null) return;
  computer.run.actor.state = 'frozen';
  computer.frozenFor = history.random.between(1, longestSleep);
}

/** Removes agents that exited by themselves with a message for their user. */
export function removeExited(history: History): void {
  for (const computer of history.computers) if (history.ended.delete(computer.number)) kill(history, computer);
}

export async function ensureRuns(history: History, computer: Computer): Promise<AgentRun | null> {
  if (computer.run !== null) return computer.run.actor.state === 'awake' ? computer.run : null;
  if (computer.token === null) return null;
  await Promise.all(history.closing.splice(0));
  computer.run = await startRun(computer, surroundingsOf(history));
  return computer.run;
}

/** Kills the agent, then replaces its journal with an older copy. */
export async function restoreJournal(history: History, computer: Computer, back: number): Promise<void> {
  kill(history, computer);
  await Promise.all(history.closing.splice(0));
  const { copies, notes } = computer.journal;
  const copy = copies.at(-1 - back) ?? copies[0];
  if (copy === undefined) return;
  await writeFile(journalOf(computer), copy.text);
  computer.journal.text = copy.text;
  for (const send of history.world.sends) {
    const isLater = (notes.get(send.claim.claim_id) ?? 0) > copy.order;
    if (send.computer === computer.number && isLater) send.isNoteLost = true;
  }
}
