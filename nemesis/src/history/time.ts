import { setImmediate } from 'node:timers/promises';
import { frozenCommits } from '../database/cuts.ts';
import { fire, moveTo, nextTimer, trueNow } from '../time/virtual-time.ts';
import type { History } from './history.ts';
import { deliver } from './network.ts';

/** How many idle turns of the event loop it takes to be sure that nothing is in progress. */
const stillTurns = 3;

/** Waits until every agent has ended or is paused at a call, a journal line, a page or a timer. */
export async function untilStill({ pauses }: History): Promise<void> {
  let idleTurns = 0;
  while (idleTurns < stillTurns) {
    await setImmediate();
    idleTurns = pauses.isBusy() ? 0 : idleTurns + 1;
  }
}

const surelyStillTurns = 30;

/**
 * Waits until `hasShown` returns true, but only for a limited number of turns of the event loop. A lane that isn't paused may just
 * be slow to read an answer.
 */
export async function untilShown(history: History, hasShown: () => boolean): Promise<void> {
  for (let turn = 0; turn < surelyStillTurns && !hasShown(); turn += 1) await setImmediate();
  await untilStill(history);
}

const idleTransactionMs = 10_000;

type Left = { heartbeats: number };

/**
 * Delivers the heartbeats that renew leases. They aren't events in the history. One in ten is lost. During a long wait, all but the first
 * few are lost.
 */
async function sendHeartbeats(history: History, left: Left): Promise<void> {
  for (const pause of history.pauses.takeHeartbeats()) {
    const isLost = left.heartbeats <= 0 || history.random.isLucky(0.1);
    left.heartbeats -= 1;
    const answer = isLost ? null : await deliver(history, pause.question, { server: 0 });
    if (answer === null) pause.fail();
    else pause.answer(answer);
  }
}

const mostHeartbeats = 6;
const mostTimers = 400;

/** Lets time pass, and runs the agents' timers that are due during that time, but at most `mostTimers` of them. */
export async function pass(history: History, ms: number): Promise<void> {
  const end = trueNow() + ms;
  if (ms >= idleTransactionMs && history.store.endsIdleTransactions) {
    for (const commit of frozenCommits()) await commit.timeOut();
    history.frozenServers.clear();
  }
  const left = { heartbeats: mostHeartbeats };
  for (let fired = 0; fired < mostTimers; fired += 1) {
    const timer = nextTimer(end);
    if (timer === null) break;
    fire(timer);
    await untilStill(history);
    await sendHeartbeats(history, left);
    await untilStill(history);
  }
  moveTo(end);
}
