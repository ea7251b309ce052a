import type { AccountWork } from '@sandpiper/contract/agent';
import type { AgentContext } from '../agent.context.ts';
import { createClaimScheduler } from './claim-scheduler.ts';
import { closeIdle, reserveSlot } from './window-slots.ts';

/** Starts the accounts' claims, at most one per window slot. */
export type WorkLoop = {
  /**
   * Closes idle windows and starts the claims that are due. Returns the time until the next claim is due, in milliseconds, or infinity if
   * no claim is waiting or none may start.
   */
  start: (work: readonly AccountWork[]) => Promise<number>;
  /** Call this when the server announces work. */
  askAgain: () => void;
  /** Resolves when no claim is in progress. */
  idle: () => Promise<void>;
};

/** The shortest time before the loop looks for due claims again, in milliseconds. */
const minWaitMs = 200;

export function createWorkLoop(agent: AgentContext, wake: () => void): WorkLoop {
  const scheduler = createClaimScheduler(agent, wake);

  const waitOf = (work: AccountWork): number => {
    const serverNow = Date.now() + agent.state.clockOffsetMs;
    const due = work.due_at === null ? 0 : Date.parse(work.due_at) - serverNow;
    return Math.max(due, scheduler.waitMsOf(work.profile_id));
  };
  /** Whether the server doesn't yet know that the account must stop. Until then, it would still assign work to the account. */
  const isStopUnreported = (profileId: number): boolean =>
    agent.journal.unreportedStops().has(profileId) ||
    agent.journal.unreported().some(({ profile, stop }) => profile === profileId && stop !== null);
  const mayStart = (): boolean =>
    !agent.signal.aborted && !agent.state.isPaused && scheduler.count() < agent.maxWindows;

  /** Starts the claims that are due, in the server's order, in which the account that became due first comes first. */
  const startDue = async (work: readonly AccountWork[]): Promise<number> => {
    const waiting = work
      .filter((each) => !scheduler.isRunning(each.profile_id) && !isStopUnreported(each.profile_id))
      .map((each) => ({ each, ms: waitOf(each) }));
    let nextMs = Number.POSITIVE_INFINITY;
    let nextSendMs = Number.POSITIVE_INFINITY;
    for (const { each, ms } of waiting.toSorted((one, other) => one.ms - other.ms)) {
      const release = ms <= 0 && mayStart() ? await reserveSlot(agent, each.profile_id) : null;
      if (release !== null && mayStart()) scheduler.start(each.profile_id, release);
      else release?.();
      if (scheduler.isRunning(each.profile_id)) continue;
      nextMs = Math.min(nextMs, Math.max(ms, minWaitMs));
      // Don't expect a message from an account that was refused work. After its wait, it only asks for work again, and the server may
      // refuse again, for example outside sending hours.
      if (!scheduler.isRefused(each.profile_id)) nextSendMs = Math.min(nextSendMs, ms);
    }
    agent.state.nextDueAt = Number.isFinite(nextSendMs) ? Date.now() + nextSendMs : null;
    // If no claim may start, for example because all slots are taken, wait for the next sync, or until something wakes the loop, such as
    // the end of a claim.
    return mayStart() ? nextMs : Number.POSITIVE_INFINITY;
  };

  return {
    start: async (work) => {
      await closeIdle(agent, new Set(work.map((account) => account.profile_id)));
      return startDue(work);
    },
    askAgain: scheduler.askAgain,
    idle: scheduler.idle,
  };
}
