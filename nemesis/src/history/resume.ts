import { noteClaim } from '../computers/agent.run.ts';
import type { Computer } from '../computers/computer.ts';
import type { CallPause, JournalPause, PagePause, Pause } from '../computers/pauses.ts';
import type { Answer, Treatment } from '../servers/calls.ts';
import { restart } from '../servers/server.ts';
import type { Fate, Step } from './events.ts';
import type { History } from './history.ts';
import { deliver } from './network.ts';
import { freeze, kill } from './processes.ts';

/* Lets an agent continue from the point where it is paused, or makes a fault happen there. */

type CallWay = {
  /** Whether the server gets the call now. */
  isAsked: boolean;
  isRepeated: boolean;
  /** Whether the server may get the call later. */
  isDelayed: boolean;
  /** What happens to the agent: it gets an answer (`told`) or an error (`failed`), or it has been killed or frozen. */
  end: 'told' | 'failed' | 'dead' | 'frozen';
  atCommit: Treatment['atCommit'];
};

const well: CallWay = { isAsked: true, isRepeated: false, isDelayed: false, end: 'told', atCommit: 'store' };

const callWays: Record<Fate, CallWay> = {
  ok: well,
  lose_question: { ...well, isAsked: false, end: 'failed' },
  lose_answer: { ...well, end: 'failed' },
  repeat: { ...well, isRepeated: true },
  delay: { ...well, isAsked: false, isDelayed: true, end: 'failed' },
  kill_before: { ...well, isAsked: false, isDelayed: true, end: 'dead' },
  kill_after: { ...well, end: 'dead' },
  freeze_before: { ...well, isAsked: false, end: 'frozen' },
  freeze_after: { ...well, end: 'frozen' },
  cut_before_commit: { ...well, atCommit: 'cut_before' },
  cut_after_commit: { ...well, atCommit: 'cut_after' },
  freeze_server: { ...well, atCommit: 'freeze' },
  break: { ...well, isAsked: false, end: 'failed' },
};

function tell(computer: Computer, pause: CallPause, answer: Answer): void {
  if (answer.status === 401) computer.token = null;
  if (computer.run !== null && pause.label.endsWith('/claim') && answer.status === 200) {
    noteClaim(computer.run, answer.body);
  }
  pause.answer(answer);
}

async function ask(history: History, pause: CallPause, way: CallWay, step: Step): Promise<Answer | null> {
  if (pause.given !== null) return pause.given;
  if (way.isDelayed) history.late.push(pause.question);
  if (!way.isAsked) return null;
  const treatment = { atCommit: way.atCommit, commitsBefore: step.commitsBefore };
  const answer = await deliver(history, pause.question, { server: step.server, treatment });
  if (way.atCommit !== 'store')
    for (const server of history.servers.all) if (server.number === step.server) restart(server);
  if (!way.isRepeated) return answer;
  if (history.random.isLucky(0.5)) {
    history.late.push(pause.question);
    return answer;
  }
  return (await deliver(history, pause.question, { server: step.server + 1 })) ?? answer;
}

async function resumeCall(history: History, computer: Computer, pause: CallPause, step: Step): Promise<void> {
  const way = callWays[step.fate];
  const answer = await ask(history, pause, way, step);
  if (way.end === 'frozen') {
    pause.given = answer;
    freeze(history, computer);
    return;
  }
  history.pauses.take(pause);
  if (way.end === 'dead') kill(history, computer);
  else if (answer === null || way.end === 'failed') pause.fail();
  else tell(computer, pause, answer);
}

/**
 * Returns what a fate does to an agent's process at a journal line or a step on a page: kills it `before` or `after` the step, or
 * freezes it. With `broken`, the process survives, but the step fails. Null means that nothing happens to the process.
 */
function processEnd(fate: Fate): 'before' | 'after' | 'frozen' | 'broken' | null {
  switch (fate) {
    case 'kill_before':
      return 'before';
    case 'kill_after':
      return 'after';
    case 'freeze_before':
    case 'freeze_after':
      return 'frozen';
    case 'break':
      return 'broken';
    default:
      return null;
  }
}

async function resumeLine(history: History, computer: Computer, pause: JournalPause, fate: Fate): Promise<void> {
  const end = processEnd(fate);
  if (end === 'frozen') {
    freeze(history, computer);
    return;
  }
  history.pauses.take(pause);
  if (end === 'broken') return pause.fail(new Error('No space is left on the disk'));
  // If the process is killed while writing the line, the line may be complete, truncated or missing.
  if (end !== 'before') await pause.write('all');
  else if (history.random.isLucky(0.5)) await pause.write('half');
  if (end === null) pause.go();
  else kill(history, computer);
}

function resumePage(history: History, computer: Computer, pause: PagePause, fate: Fate): void {
  const end = processEnd(fate);
  if (end === 'frozen') {
    freeze(history, computer);
    return;
  }
  history.pauses.take(pause);
  if (end === 'before' || end === 'after') kill(history, computer);
  else if (end === 'broken') pause.close();
  else pause.go();
}

/** Lets an agent's code continue from its pause, and makes the step's `fate` happen. */
export async function resume(history: History, computer: Computer, pause: Pause, step: Step): Promise<void> {
  if (pause.kind === 'call') await resumeCall(history, computer, pause, step);
  else if (pause.kind === 'journal') await resumeLine(history, computer, pause, step.fate);
  else resumePage(history, computer, pause, step.fate);
}
