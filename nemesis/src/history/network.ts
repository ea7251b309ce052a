import { setImmediate, setTimeout as realTime } from 'node:timers/promises';
import { frozenCommits } from '../database/cuts.ts';
import { setClock } from '../database/store.ts';
import { serve, undisturbed } from '../servers/calls.ts';
import type { Answer, Question, Served, Treatment } from '../servers/calls.ts';
import { trueNow } from '../time/virtual-time.ts';
import { applyAnswer } from './answers.ts';
import { nextOrder, strike, violate } from './history.ts';
import type { History } from './history.ts';

/* The network between a server and an agent or the user's browser. */

export type Way = { server: number; treatment?: Treatment };

export async function updateDatabaseClock(history: History): Promise<void> {
  if (history.clockSetTo === trueNow()) return;
  history.clockSetTo = trueNow();
  await setClock(history.store, trueNow());
}

const collisionMs = 40;
const hangsMs = 5000;

/**
 * Waits for a call or a sweep that a server is handling. If frozen servers block this work, a random choice decides whether to thaw them.
 * Either way, the work must not hang forever.
 */
export async function besideFrozen<T>(history: History, served: Promise<T>): Promise<T> {
  if (frozenCommits().length === 0) return served;
  const isDone = await Promise.race([served.then(() => true), realTime(collisionMs, false)]);
  if (isDone) return served;
  strike(history, 'waited for a frozen server');
  if (history.random.isLucky(0.5)) for (const commit of frozenCommits()) commit.thaw('continue');
  const isAnswered = await Promise.race([served.then(() => true), realTime(hangsMs, false)]);
  if (!isAnswered) {
    violate(history, 'A call waits forever for a frozen server.');
    for (const commit of frozenCommits()) commit.thaw('gone');
  }
  return served;
}

/** On the embedded database, replaces a freeze with a cut connection. That database runs in the server's process and would freeze too. */
function supportedTreatment({ store }: History, treatment: Treatment): Treatment {
  return store.kind === 'embedded' && treatment.atCommit === 'freeze'
    ? { ...treatment, atCommit: 'cut_before' }
    : treatment;
}

/** Delivers a call to a server and records what the answer promises. Returns null if the caller gets no answer. */
export async function deliver(
  history: History,
  question: Question,
  { server, treatment }: Way,
): Promise<Answer | null> {
  const found = history.servers.all[server % history.servers.all.length];
  if (found === undefined || history.frozenServers.has(found.number)) return null;
  await updateDatabaseClock(history);
  const given = supportedTreatment(history, treatment ?? undisturbed);
  const served = serve(found, question, given);
  if (given.atCommit === 'freeze') return deliverFrozen(history, { question, served, server: found.number });
  const answer = await besideFrozen(history, served);
  await noteServed(history, question, { answer, wasFrozen: false });
  return answer;
}

/** Returns an error's message and the innermost functions of the server on its stack. */
function describeError({ message, stack = '' }: Error): string {
  const places = stack.split('\n').flatMap((line) => /at (?:async )?(\w+) .*server\/src/u.exec(line)?.[1] ?? []);
  return `${message} in ${places.slice(0, 4).join(' < ')}`;
}

type Noted = { answer: Answer | null; wasFrozen: boolean };

async function noteServed(history: History, question: Question, served: Noted): Promise<void> {
  nextOrder(history);
  if (served.answer?.status === 500) {
    const errors = history.servers.all.flatMap(({ lastError }) =>
      lastError === null ? [] : [describeError(lastError)],
    );
    violate(history, `${question.method} ${question.url} answered 500: ${errors.join(', or ')}`);
  }
  await applyAnswer(history, question, served);
}

type Freezing = { question: Question; served: Served; server: number };

/**
 * Delivers a call to a server that freezes at one of the call's commits. The caller then gets no answer, even if the server continues
 * later. If the call ends before that commit, the caller gets the answer as usual.
 */
async function deliverFrozen(history: History, { question, served, server }: Freezing): Promise<Answer | null> {
  const state = { isDone: false };
  const done = served.then((answer) => {
    state.isDone = true;
    return answer;
  });
  const before = frozenCommits().length;
  while (!state.isDone && frozenCommits().length === before) await setImmediate();
  if (state.isDone) {
    const answer = await done;
    await noteServed(history, question, { answer, wasFrozen: false });
    return answer;
  }
  history.frozenServers.add(server);
  const noted = done.then((answer) => noteServed(history, question, { answer, wasFrozen: true }));
  history.unfinished.push(noted);
  return null;
}

/** Lets frozen servers continue, or ends them, and waits until their calls are finished. */
export async function thawServers(history: History, end: 'continue' | 'gone'): Promise<void> {
  for (const commit of frozenCommits()) commit.thaw(end);
  history.frozenServers.clear();
  await Promise.all(history.unfinished.splice(0));
}
