import type { AccountWork } from '@sandpiper/contract/agent';
import type { AgentContext } from '../agent.context.ts';
import { createTurns } from './turns.ts';
import { closeIdle, takePlace } from './window.room.ts';

/** Gives accounts their turns, so many at once as there may be windows. */
export type WorkLoop = {
  /** Begins what is due of this work; answers in how many milliseconds it is worth looking again. */
  begin: (work: readonly AccountWork[]) => Promise<number>;
  /** Settles when no turn is under way. */
  idle: () => Promise<void>;
};

/** Shortest pause between two looks. */
const leastMs = 200;

export function createWorkLoop(agent: AgentContext, wake: () => void): WorkLoop {
  const turns = createTurns(agent, wake);

  const waitOf = (work: AccountWork): number => {
    const serverNow = Date.now() + agent.state.clockOffsetMs;
    const due = work.due_at === null ? 0 : Date.parse(work.due_at) - serverNow;
    return Math.max(due, turns.restOf(work.profile_id));
  };
  const mayBegin = (): boolean => !agent.signal.aborted && !agent.state.isPaused && turns.count() < agent.maxWindows;

  /** Begins the turns that are due, longest waiting first; answers when the next one is. */
  const beginDue = async (work: readonly AccountWork[]): Promise<number> => {
    const waiting = work.filter((each) => !turns.isTaken(each.profile_id)).map((each) => ({ each, ms: waitOf(each) }));
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { each, ms } of waiting.toSorted((one, other) => one.ms - other.ms)) {
      const leave = ms <= 0 && mayBegin() ? await takePlace(agent, each.profile_id) : null;
      if (leave !== null && mayBegin()) turns.begin(each.profile_id, leave);
      else leave?.();
      if (!turns.isTaken(each.profile_id)) nextMs = Math.min(nextMs, Math.max(ms, leastMs));
    }
    agent.state.nextDueAt = Number.isFinite(nextMs) ? Date.now() + nextMs : null;
    // With every place taken, the end of a turn is what wakes us.
    return mayBegin() ? nextMs : Number.POSITIVE_INFINITY;
  };

  return {
    begin: async (work) => {
      await closeIdle(agent, new Set(work.map((account) => account.profile_id)));
      return beginDue(work);
    },
    idle: turns.idle,
  };
}
