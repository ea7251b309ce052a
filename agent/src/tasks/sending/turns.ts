import { ApiError, hopelessness, isPassing } from '../../platform/api-client.ts';
import { messageOf } from '../../platform/errors.ts';
import type { AgentContext } from '../agent.context.ts';
import { takeTurn } from './turn.ts';
import type { LeavePlace } from './window.room.ts';

/** The accounts' turns: an account has one at a time, and rests between them when there is nothing to do. */
export type Turns = {
  /** `leave` is called when it is over. */
  begin: (profileId: number, leave: LeavePlace) => void;
  isTaken: (profileId: number) => boolean;
  /** Milliseconds until the account may have its next turn. */
  restOf: (profileId: number) => number;
  count: () => number;
  idle: () => Promise<void>;
};

/** A sandbox is for trying things out: nobody wants to wait there, and it still must not spin. */
const sandboxRestFactor = 10;

export function createTurns(agent: AgentContext, onEnd: () => void): Turns {
  const underway = new Map<number, Promise<void>>();
  const restUntil = new Map<number, number>();
  /** How often in a row an account gave its person back. */
  const releases = new Map<number, number>();
  const rest = (profileId: number, ms: number): void => {
    restUntil.set(profileId, performance.now() + ms);
  };
  const restReleased = (profileId: number): void => {
    const before = releases.get(profileId) ?? 0;
    releases.set(profileId, before + 1);
    const { releasedMs, longestReleasedMs } = agent.timing;
    const usualMs = Math.min(releasedMs * 2 ** Math.min(before, 20), longestReleasedMs);
    const restMs = agent.state.isSandbox ? usualMs / sandboxRestFactor : usualMs;
    agent.log.info({ profile: profileId, restMs }, 'account rests');
    rest(profileId, restMs);
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
    const hopeless = isGone ? null : hopelessness(error, agent.server);
    if (hopeless !== null) agent.fail(hopeless);
    const problem = isExpected ? { problem: messageOf(error) } : { err: error };
    agent.log.warn({ profile: profileId, ...problem }, 'turn failed');
    rest(profileId, isPassing(error) ? agent.timing.reconnectMs : agent.timing.cooldownMs);
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
