import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { ApiError, isPassing } from '../../platform/api-client.ts';
import { createBackoff, retrying } from '../../platform/backoff.ts';
import { sleep } from '../../platform/clock.ts';
import { messageOf } from '../../platform/errors.ts';
import type { AgentContext } from '../agent.context.ts';

export type Permission = { maySend: true } | { maySend: false; reason: string; detail: string };

/** A claim that is kept while we work on it. */
export type Lease = {
  /** Asks the server, right before sending, whether it is still wanted. Without an answer nothing is sent. */
  confirm: () => Promise<Permission>;
  release: () => void;
};

const confirmMs = 20_000;

/** Renews well before the lease runs out, for as long as the work takes. */
export function keepLease(agent: AgentContext, delivery: ClaimedDelivery): Lease {
  const ended = new AbortController();
  const renew = (isBeforeSend: boolean) =>
    agent.api('POST /api/agent/deliveries/:id/renew', {
      params: { id: delivery.id },
      body: { fence: delivery.fence, before_send: isBeforeSend },
    });

  const keep = async (): Promise<void> => {
    const leaseMs = Math.max(3000, Date.parse(delivery.lease_expires_at) - (Date.now() + agent.state.clockOffsetMs));
    while (!ended.signal.aborted) {
      await sleep(Math.min(leaseMs, 60_000) / 3, ended.signal);
      if (ended.signal.aborted) return;
      await renew(false).catch((error: unknown) => agent.log.warn({ problem: messageOf(error) }, 'lease not renewed'));
    }
  };
  void keep();

  const confirm = async (): Promise<Permission> => {
    if (agent.signal.aborted)
      return { maySend: false, reason: 'agent_stopping', detail: 'The agent is being stopped.' };
    const inTime = AbortSignal.any([agent.signal, AbortSignal.timeout(confirmMs)]);
    try {
      const answer = await retrying(() => renew(true), {
        signal: inTime,
        backoff: createBackoff({ firstMs: agent.timing.reconnectMs, lastMs: 4000 }),
        mayRetry: isPassing,
      });
      if (answer.may_send) return { maySend: true };
      return { maySend: false, reason: 'no_longer_wanted', detail: answer.reason ?? 'Sending was stopped meanwhile.' };
    } catch (error) {
      const isLost = error instanceof ApiError && error.code === 'lease_lost';
      return { maySend: false, reason: isLost ? 'lease_lost' : 'server_unreachable', detail: messageOf(error) };
    }
  };
  return { confirm, release: () => ended.abort() };
}
