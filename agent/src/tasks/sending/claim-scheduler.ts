import { ApiError, permanentFailure, isRetryable } from '../../platform/api-client.ts';
import { messageOf } from '../../platform/errors.ts';
import type { AgentContext } from '../agent.context.ts';
import { takeTurn } from './claim.ts';
import type { LeavePlace } from './window-slots.ts';

/** Runs one claim at a time for each account, with a pause when there was nothing to do. */
export type Turns = {
  /** `leave` is called when the claim has ended. */
  begin: (profileId: number, leave: LeavePlace) => void;
  isTaken: (profileId: number) => boolean;
  /** Milliseconds until the account may claim again. */
  restOf: (profileId: number) => number;
  count: () => number;
  idle: () => Promise<void>;
};

/** A sandbox waits a tenth as long. It must not loop without a pause. */
const sandboxRestFactor = 10;

export function createTurns(agent: AgentContext, onEnd: () => void): Turns {
  const underway = new Map<number, Promise<void>>();
  const restUntil = new Map<number, number>();
  /** How often in a row an account released its claim. */
  const releases = new Map<number, number>();
  const rest = (profileId: number, ms: number): void => {
    restUntil.set(profileId, performance.now() + ms);
  };
  const restReleased = (profileId: number): void => {
    const before = releases.get(profileId) ?? 0;
    releases.set(profileId, before + 1);
    const { releasedMs, longestReleasedMs } = agent.timing;
    const ms = Math.min(releasedMs * 2 ** Math.min(before, 20), longestReleasedMs);
    rest(profileId, agent.state.isSandbox ? ms / sandboxRestFactor : ms);
  };

  const take = async (profileId: number): Promise<void> => {
    const turn = await takeTurn(agent, profileId);
    if (turn.delivery !== null) {
      if (turn.report.outcome === 'released') restReleased(profileId);
      else releases.delete(profileId);
      return;
    }
    agent.log.info({ profile: profileId, reason: turn.reason }, turn.text);
    const serverNow = Date.now() + agent.state.clockOffsetMs;
    const waitMs = turn.notBefore === null ? agent.timing.cooldownMs : Date.parse(turn.notBefore) - serverNow;
    rest(profileId, Math.max(100, waitMs));
  };

  const survive = (profileId: number, error: unknown): void => {
    const isExpected = error instanceof ApiError;
    const isGone = isExpected && error.code === 'not_found';
    const permanent = isGone ? null : permanentFailure(error, agent.server);
    if (permanent !== null) agent.fail(permanent);
    const problem = isExpected ? { problem: messageOf(error) } : { err: error };
    agent.log.warn({ profile: profileId, ...problem }, 'claim failed');
    rest(profileId, isRetryable(error) ? agent.timing.reconnectMs : agent.timing.cooldownMs);
  };

  return {
    begin: (profileId, leave) => {
      const turn = take(profileId)
        .catch((error: unknown) => survive(profileId, error))
        .finally(() => {
          leave();
          underway.delete(profileId);
          onEnd();
        });
      underway.set(profileId, turn);
    },
    isTaken: (profileId) => underway.has(profileId),
    restOf: (profileId) => Math.max(0, (restUntil.get(profileId) ?? 0) - performance.now()),
    count: () => underway.size,
    idle: async () => {
      await Promise.all(underway.values());
    },
  };
}
