import { ApiError, permanentFailure, isRetryable } from '../../platform/api-client.ts';
import { messageOf } from '../../platform/errors.ts';
import type { AgentContext } from '../agent.context.ts';
import { runClaim } from './claim.ts';
import type { ReleaseSlot } from './window-slots.ts';

/** Runs one claim at a time for each account. Makes the account wait if the claim failed, was released, or found nothing to do. */
export type ClaimScheduler = {
  /** Calls `release` once the claim has ended. */
  start: (profileId: number, release: ReleaseSlot) => void;
  isRunning: (profileId: number) => boolean;
  /** Returns how long the account must wait before its next claim, in milliseconds. */
  waitMsOf: (profileId: number) => number;
  /** Whether the account waits because the server had no work for it, not just because of its pause between two messages. */
  isRefused: (profileId: number) => boolean;
  /** Call this when the server announces work. Accounts then stop waiting for the time that the server gave them. */
  askAgain: () => void;
  count: () => number;
  idle: () => Promise<void>;
};

/** In sandbox mode, an account that has released a claim waits only a tenth as long. */
const sandboxRestFactor = 10;
/** The shortest wait after a claim that found nothing to do, so that the account doesn't claim in a tight loop. */
const shortestWaitMs = 100;

/** For each account, stores when the agent may ask the server for work again. Forgets these times when the server announces work. */
function createRefusals({ timing }: AgentContext) {
  const refused = new Map<number, { until: number; isPause: boolean }>();
  let announcements = 0;
  return {
    /** Call this before a claim. The returned function stores how long to wait, unless the server has announced work since this call. */
    before: (profileId: number) => {
      const known = announcements;
      return (waitMs: number, isPause: boolean): void => {
        if (announcements !== known) return;
        refused.set(profileId, { until: performance.now() + Math.min(waitMs, timing.askAgainMs), isPause });
      };
    },
    untilOf: (profileId: number) => refused.get(profileId)?.until ?? 0,
    isPause: (profileId: number) => refused.get(profileId)?.isPause === true,
    forget: (): void => {
      announcements += 1;
      refused.clear();
    },
  };
}

export function createClaimScheduler(agent: AgentContext, onEnd: () => void): ClaimScheduler {
  // This state only schedules claims, so it doesn't have to survive a restart. The server itself makes an account rest if
  // the account keeps releasing its claims.
  const running = new Map<number, Promise<void>>();
  const restUntil = new Map<number, number>();
  const refusals = createRefusals(agent);
  const rest = (profileId: number, ms: number): void => {
    restUntil.set(profileId, performance.now() + ms);
  };
  const restReleased = (profileId: number): void => {
    const { releasedMs } = agent.timing;
    rest(profileId, agent.state.isSandbox ? releasedMs / sandboxRestFactor : releasedMs);
  };

  const take = async (profileId: number): Promise<void> => {
    const refuse = refusals.before(profileId);
    const claim = await runClaim(agent, profileId);
    if (claim.delivery !== null) {
      if (claim.outcome === 'released') restReleased(profileId);
      return;
    }
    agent.log.info({ profile: profileId, reason: claim.reason }, claim.text);
    const serverNow = Date.now() + agent.state.clockOffsetMs;
    const waitMs = claim.notBefore === null ? agent.timing.cooldownMs : Date.parse(claim.notBefore) - serverNow;
    refuse(waitMs, claim.reason === 'waiting_for_time');
    rest(profileId, shortestWaitMs);
  };

  const handleFailure = (profileId: number, error: unknown): void => {
    const isExpected = error instanceof ApiError;
    const isGone = isExpected && error.code === 'not_found';
    const permanent = isGone ? null : permanentFailure(error, agent.server);
    if (permanent !== null) agent.fail(permanent);
    const problem = isExpected ? { problem: messageOf(error) } : { err: error };
    agent.log.warn({ profile: profileId, ...problem }, 'claim failed');
    rest(profileId, isRetryable(error) ? agent.timing.reconnectMs : agent.timing.cooldownMs);
  };

  return {
    start: (profileId, release) => {
      const claim = take(profileId)
        .catch((error: unknown) => handleFailure(profileId, error))
        .finally(() => {
          release();
          running.delete(profileId);
          onEnd();
        });
      running.set(profileId, claim);
    },
    isRunning: (profileId) => running.has(profileId),
    waitMsOf: (profileId) =>
      Math.max(0, refusals.untilOf(profileId) - performance.now(), (restUntil.get(profileId) ?? 0) - performance.now()),
    isRefused: (profileId) => refusals.untilOf(profileId) > performance.now() && !refusals.isPause(profileId),
    askAgain: refusals.forget,
    count: () => running.size,
    idle: async () => {
      await Promise.all(running.values());
    },
  };
}
