import { ApiError, hopelessness, isPassing } from '../../platform/api-client.ts';
import { messageOf } from '../../platform/errors.ts';
import type { AgentContext } from '../agent.context.ts';
import { runDelivery } from './delivery.task.ts';
import type { LeavePlace } from './window.room.ts';

/** The accounts' turns: an account has one at a time, and rests between them when there is nothing to claim. */
export type Turns = {
  /** `leave` is called when it is over. */
  begin: (profileId: number, leave: LeavePlace) => void;
  isTaken: (profileId: number) => boolean;
  /** Milliseconds until the account may have its next turn. */
  restOf: (profileId: number) => number;
  count: () => number;
  idle: () => Promise<void>;
};

export function createTurns(agent: AgentContext, onEnd: () => void): Turns {
  const underway = new Map<number, Promise<void>>();
  const restUntil = new Map<number, number>();
  const rest = (profileId: number, ms: number): void => {
    restUntil.set(profileId, performance.now() + ms);
  };

  const take = async (profileId: number): Promise<void> => {
    const claim = await agent.api('POST /api/agent/deliveries/claim', { body: { profile_id: profileId } });
    if (claim.delivery !== null) {
      const end = await runDelivery(agent, claim.delivery);
      if (end === 'retreat') rest(profileId, agent.timing.cooldownMs);
      return;
    }
    agent.log.info({ profile: profileId, reason: claim.reason }, claim.text);
    const serverNow = Date.now() + agent.state.clockOffsetMs;
    const waitMs = claim.not_before === null ? agent.timing.cooldownMs : Date.parse(claim.not_before) - serverNow;
    rest(profileId, Math.max(100, waitMs));
  };

  const survive = (profileId: number, error: unknown): void => {
    const isGone = error instanceof ApiError && error.code === 'not_found';
    const hopeless = isGone ? null : hopelessness(error, agent.server);
    if (hopeless !== null) agent.fail(hopeless);
    const isExpected = error instanceof ApiError;
    agent.log.warn(
      { profile: profileId, ...(isExpected ? { problem: messageOf(error) } : { err: error }) },
      'turn failed',
    );
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
