import type { AccountWork } from '@sandpiper/contract/agent';
import type { AgentContext } from '../agent.context.ts';
import { createTurns } from './claim-scheduler.ts';
import { closeIdle, takePlace } from './window-slots.ts';

/** Starts claims for accounts, at most one for each window slot. */
export type WorkLoop = {
  /** Starts what is due; returns the milliseconds until something else is due. */
  begin: (work: readonly AccountWork[]) => Promise<number>;
  /** Resolves when no claim is in progress. */
  idle: () => Promise<void>;
};

/** Shortest pause between two checks. */
const leastMs = 200;

export function createWorkLoop(agent: AgentContext, wake: () => void): WorkLoop {
  const turns = createTurns(agent, wake);

  const waitOf = (work: AccountWork): number => {
    const serverNow = Date.now() + agent.state.clockOffsetMs;
    const due = work.due_at === null ? 0 : Date.parse(work.due_at) - serverNow;
    return Math.max(due, turns.restOf(work.profile_id));
  };
  const mayBegin = (): boolean => !agent.signal.aborted && !agent.state.isPaused && turns.count() < agent.maxWindows;

  /** Longest waiting account first. */
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
    // When every slot is taken, the end of a claim wakes the loop.
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
