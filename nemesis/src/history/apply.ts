import type { Computer } from '../computers/computer.ts';
import { besideFrozen, deliver, updateDatabaseClock, thawServers } from './network.ts';
import { sweep } from '../servers/calls.ts';
import type { Question, Treatment } from '../servers/calls.ts';
import { restart } from '../servers/server.ts';
import { trueNow } from '../time/virtual-time.ts';
import type { HistoryEvent } from './events.ts';
import { nextOrder, say, strike } from './history.ts';
import type { History } from './history.ts';
import { cutPower, rollBack } from './losses.ts';
import { act } from './owner.ts';
import { removeExited, ensureRuns, freeze, kill, restoreJournal } from './processes.ts';
import { complete, move } from './steps.ts';
import { pass, untilStill } from './time.ts';

/* Runs a history's events, one at a time. */

function computerAt(history: History, number: number): Computer {
  const computer = history.computers[number % history.computers.length];
  if (computer === undefined) throw new Error('There is no computer');
  return computer;
}

/**
 * Returns the computer whose agent has the account. With `isElsewhere`, returns the other computer, which may have had the
 * account before.
 */
function computerOf(history: History, account: number, isElsewhere: boolean): Computer {
  const listed = history.computers.findIndex(({ work }) => work.some((each) => each.account === account));
  const usual = listed === -1 ? (history.world.homes.get(account) ?? 0) : listed;
  return computerAt(history, isElsewhere ? 1 - usual : usual);
}

const syncEveryMs = 15_000;

/**
 * Returns the account that takes the next turn: the `drawn` account if it is busy or has work, otherwise another account that has
 * work. Returns null if no agent has any work.
 */
function turnOf(history: History, drawn: number): { computer: Computer; account: number } | null {
  const account = history.scene.accounts[drawn]?.id ?? 0;
  const computer = computerOf(history, account, false);
  const isBusy = computer.run?.lanes.get(String(account))?.isOver === false;
  if (isBusy || computer.work.some((work) => work.account === account)) return { computer, account };
  const given = history.computers.flatMap((each) =>
    each.work.map((work) => ({ computer: each, account: work.account })),
  );
  return given[drawn % Math.max(1, given.length)] ?? null;
}

/**
 * Starts or continues the turn of an account that has work. If no account has work, the agent syncs, or waits until its next sync is due.
 * If the event isn't patient, or is on the wrong computer, the event's own account takes the turn, even without work.
 */
async function turn(history: History, event: Extract<HistoryEvent, { kind: 'turn' }>): Promise<void> {
  const { account: drawn, isElsewhere, isPatient } = event;
  const account = history.scene.accounts[drawn]?.id ?? 0;
  const found = isElsewhere || !isPatient ? null : turnOf(history, drawn);
  if (found !== null) return move(history, found.computer, { lane: String(found.account), isPatient, step: event });
  const computer = computerOf(history, account, isElsewhere);
  if (!isPatient || isElsewhere) return move(history, computer, { lane: String(account), isPatient, step: event });
  const waitMs = computer.syncedAt + syncEveryMs - trueNow();
  if (waitMs > 0) return pass(history, waitMs);
  return move(history, computer, { lane: 'sync', isPatient, step: event });
}

const longMs = 200_000;

/** Lets time pass. Before a long wait, finishes all work in progress of the agents that are awake. */
async function passTime(history: History, ms: number): Promise<void> {
  for (const computer of history.computers) {
    if (ms < longMs || computer.run?.actor.state !== 'awake') continue;
    for (const [lane, { isOver }] of computer.run.lanes) if (!isOver) await complete(history, computer, lane);
  }
  await pass(history, ms);
}

/**
 * Removes and returns one of the late requests. Prefers a request about a person who has been claimed again since then, because
 * such a request can do the most harm.
 */
function takeLateRequest({ late, computers }: History): Question | undefined {
  const current = computers.flatMap(({ run }) => [...(run?.claims.values() ?? [])]);
  const isOutdated = ({ url, body }: Question): boolean =>
    current.some(({ id, claim_id }) => url.startsWith(`/api/agent/deliveries/${id}/`) && !body?.includes(claim_id));
  const index = late.findIndex(isOutdated);
  return late.splice(Math.max(0, index), 1)[0];
}

async function arriveLate(history: History, server: number): Promise<void> {
  const question = takeLateRequest(history);
  if (question === undefined) return;
  strike(history, 'call arrived late');
  say(history, `    ${question.url} ${question.body ?? ''}`);
  await deliver(history, question, { server });
}

export async function sweepOnce(history: History, server: number, treatment: Treatment): Promise<void> {
  const found = history.servers.all[server % history.servers.all.length];
  if (found === undefined || history.frozenServers.has(found.number)) return;
  await updateDatabaseClock(history);
  if (await besideFrozen(history, sweep(found, treatment))) return;
  strike(history, `${treatment.atCommit} in a sweep`);
  restart(found);
}

async function thaw(history: History, computer: Computer): Promise<void> {
  if (computer.run?.actor.state !== 'frozen') return;
  computer.run.actor.state = 'awake';
  strike(history, 'agent thawed');
  await pass(history, 0);
}

function stepClock(history: History, computer: Computer, seconds: number): void {
  computer.clockSteppedAt = nextOrder(history);
  computer.clockOffsetMs = seconds * 1000;
  if (computer.run !== null) computer.run.actor.clockOffsetMs = computer.clockOffsetMs;
}

/** Stops an agent properly: the agent finishes its work in progress and signs off. */
async function quit(history: History, computer: Computer): Promise<void> {
  const run = await ensureRuns(history, computer);
  if (run === null) return;
  run.stop();
  for (const [lane, { isOver }] of run.lanes) if (!isOver) await complete(history, computer, lane);
  if (computer.run === run) {
    run.begin('sign off');
    await complete(history, computer, 'sign off');
  }
  kill(history, computer);
}

async function stopAccount(history: History, event: Extract<HistoryEvent, { kind: 'stop_account' }>): Promise<void> {
  const account = history.scene.accounts[event.account]?.id ?? 0;
  history.world.stopAccount(account, event.reason);
  const computer = computerAt(history, history.world.homes.get(account) ?? 0);
  if (!event.isSeen || computer.token === null) return;
  const body = JSON.stringify({ reason: event.reason, detail: null });
  const url = `/api/agent/profiles/${account}/stop`;
  await deliver(history, { method: 'POST', url, token: computer.token, body }, { server: 0 });
}

async function happen(history: History, event: HistoryEvent, index: number): Promise<void> {
  switch (event.kind) {
    case 'turn':
      return turn(history, event);
    case 'sync':
      return move(history, computerAt(history, event.computer), { lane: 'sync', isPatient: false, step: event });
    case 'late':
      return arriveLate(history, event.server);
    case 'pass':
      return passTime(history, event.seconds * 1000);
    case 'kill':
      return kill(history, computerAt(history, event.computer));
    case 'restore_journal':
      return restoreJournal(history, computerAt(history, event.computer), event.back);
    case 'freeze':
      return freeze(history, computerAt(history, event.computer));
    case 'thaw':
      return thaw(history, computerAt(history, event.computer));
    case 'quit':
      return quit(history, computerAt(history, event.computer));
    case 'step_clock':
      return stepClock(history, computerAt(history, event.computer), event.seconds);
    case 'sweep':
      return sweepOnce(history, event.server, event.treatment);
    case 'thaw_servers':
      return thawServers(history, event.end);
    case 'roll_back':
      return rollBack(history, event, index);
    case 'power_cut':
      return cutPower(history, event, index);
    case 'stop_account':
      return stopAccount(history, event);
    case 'owner':
      return act(history, event);
  }
}

const counted: ReadonlySet<HistoryEvent['kind']> = new Set([
  'kill',
  'restore_journal',
  'freeze',
  'quit',
  'step_clock',
  'stop_account',
]);

export async function apply(history: History, event: HistoryEvent, index: number): Promise<void> {
  if (counted.has(event.kind)) strike(history, event.kind.replaceAll('_', ' '));
  await happen(history, event, index);
  await untilStill(history);
  removeExited(history);
  for (const computer of history.computers) {
    if (computer.run?.actor.state !== 'frozen') continue;
    computer.frozenFor -= 1;
    if (computer.frozenFor < 0) await thaw(history, computer);
  }
}
