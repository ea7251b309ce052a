import type { AgentRun } from '../computers/computer.ts';
import type { Computer } from '../computers/computer.ts';
import type { Pause } from '../computers/pauses.ts';
import { nextWakeOf, trueNow } from '../time/virtual-time.ts';
import type { Step } from './events.ts';
import { say, strike } from './history.ts';
import type { History } from './history.ts';
import { removeExited, ensureRuns } from './processes.ts';
import { resume } from './resume.ts';
import { pass, untilShown, untilStill } from './time.ts';

/* Moves one of an agent's lanes (an account's turn or a sync) from one pause to the next. */

const longestNapMs = 120_000;

/** Returns when this lane's wait ends, according to the server. Zero if the server gave no time. */
function dueAt({ work, run }: Computer, lane: string): number {
  const listed = work.find(({ account }) => String(account) === lane)?.dueAt ?? null;
  return Math.max(listed === null ? 0 : Date.parse(listed), run?.lanes.get(lane)?.notBefore ?? 0);
}

/** Starts a lane's work. A patient agent first waits as long as the server told it to, but at most two minutes. */
async function begin(history: History, computer: Computer, lane: string, isPatient: boolean): Promise<void> {
  const waitMs = dueAt(computer, lane) - trueNow();
  if (isPatient && waitMs > 0) await pass(history, Math.min(waitMs + 1, longestNapMs));
  computer.run?.begin(lane);
  await untilStill(history);
}

/** Lets time pass until the lane's sleeping code wakes up, but at most two minutes. Returns false if nothing will wake it. */
async function sleep(history: History, run: AgentRun, lane: string): Promise<boolean> {
  const wakesAt = nextWakeOf(run.actor, lane);
  if (wakesAt === null) return false;
  await pass(history, Math.min(Math.max(1, wakesAt - trueNow()), longestNapMs));
  return true;
}

function isOver(run: AgentRun, lane: string): boolean {
  return run.lanes.get(lane)?.isOver !== false;
}

function timeHere(): string {
  return new Date(trueNow()).toISOString().slice(8, 23);
}

const well = { fate: 'ok' } as const;
const undisturbedStep: Step = { steps: 0, server: 0, commitsBefore: 0, ...well };

/** Finishes the journal line that another lane is writing, because this lane is waiting for it. */
async function finishLine(history: History, computer: Computer, pause: Pause): Promise<true> {
  await resume(history, computer, pause, undisturbedStep);
  await untilStill(history);
  removeExited(history);
  return true;
}

type Moving = { lane: string; isPatient: boolean; step: Step };

/** Moves a lane to its next pause. Returns false if the lane can't continue. */
async function moveOnce(history: History, computer: Computer, { lane, step }: Moving): Promise<boolean> {
  const { run } = computer;
  if (run === null || run.actor.state !== 'awake' || isOver(run, lane)) return false;
  const at = () => history.pauses.at(computer.number, lane);
  if (at() === null) await untilShown(history, () => at() !== null || isOver(run, lane));
  if (isOver(run, lane)) return false;
  const shown = at();
  const pause = shown ?? history.pauses.atJournal(computer.number);
  if (pause === null) return sleep(history, run, lane);
  if (shown === null) return finishLine(history, computer, pause);
  if (step.fate !== 'ok') strike(history, `${step.fate} at a ${pause.kind}`);
  say(history, `    ${step.fate} at ${timeHere()} of computer ${computer.number}: ${pause.label}`);
  await resume(history, computer, pause, step);
  await untilStill(history);
  removeExited(history);
  return true;
}

/**
 * Passes `step.steps` pauses normally, then makes `step.fate` happen at the next pause. If the turn ends earlier, `step.fate` never
 * happens.
 */
export async function move(history: History, computer: Computer, moving: Moving): Promise<void> {
  const run = await ensureRuns(history, computer);
  if (run === null) return;
  const { lane, step, isPatient } = moving;
  if (isOver(run, lane)) await begin(history, computer, lane, isPatient);
  for (let done = 0; done < step.steps; done += 1) {
    if (!(await moveOnce(history, computer, { ...moving, step: { ...step, ...well } }))) return;
  }
  await moveOnce(history, computer, moving);
}

const mostPlaces = 150;

/** Finishes a lane's work without any faults. Returns false if it can't be finished. */
export async function complete(history: History, computer: Computer, lane: string): Promise<boolean> {
  const run = await ensureRuns(history, computer);
  if (run === null) return false;
  const step = undisturbedStep;
  if (isOver(run, lane)) await begin(history, computer, lane, true);
  for (let places = 0; places < mostPlaces; places += 1) {
    if (!(await moveOnce(history, computer, { lane, isPatient: true, step }))) break;
  }
  return isOver(run, lane);
}
