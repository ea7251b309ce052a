import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { reasonOf, waitReasonCodes, type ReasonCode, type WaitReason } from '@sandpiper/contract/reasons';
import { ApiError, isRefused, isRetryable } from '../../platform/api-client.ts';
import { createBackoff, retry } from '../../platform/backoff.ts';
import { messageOf } from '../../platform/errors.ts';
import type { SendReport } from '../../sites/instagram/report.ts';
import type { AgentContext } from '../agent.context.ts';
import { every } from '../timers.ts';

/** Renews a claim's lease while the agent works on the claim. */
export type Lease = {
  /**
   * Asks the server for the go-ahead right before the agent presses Enter. Returns null if the agent may send. Otherwise, returns a report
   * that says why not.
   */
  commit: (signedInAs: string | null) => Promise<SendReport | null>;
  release: () => void;
};

function isWait(reason: ReasonCode): reason is WaitReason {
  return waitReasonCodes.some((code) => code === reason);
}

/** Returns the report for a refusal by the server. The report never stops the account, because the server already knows the reason. */
function refusedFor(reason: ReasonCode, text: string): SendReport {
  if (isWait(reason)) return { outcome: 'released', reason, detail: null };
  const isHeld = reasonOf(reason).kind === 'stop';
  return { outcome: 'released', reason: isHeld ? 'account_held' : 'no_longer_wanted', detail: text };
}

function unanswered(error: unknown): SendReport {
  const isLost = error instanceof ApiError && error.code === 'lease_lost';
  if (isLost) return { outcome: 'released', reason: 'lease_lost', detail: null };
  const reason = isRefused(error) ? 'no_longer_wanted' : 'server_unreachable';
  return { outcome: 'released', reason, detail: messageOf(error) };
}

/**
 * Renews the lease until `release` is called: whenever a third of its duration has passed, but at most once a second and at least every 20
 * seconds.
 */
export function keepLease(agent: AgentContext, { id, claim_id, lease_expires_at }: ClaimedDelivery): Lease {
  const leaseMs = Date.parse(lease_expires_at) - (Date.now() + agent.state.clockOffsetMs);
  const heartbeat = every(Math.min(Math.max(3000, leaseMs), 60_000) / 3, async () => {
    await agent
      .api('POST /api/agent/deliveries/:id/renew', { params: { id }, body: { claim_id } })
      .catch((error: unknown) => agent.log.warn({ problem: messageOf(error) }, 'could not renew the lease'));
  });
  let isCommitted = false;

  const ask = async (signedInAs: string | null): Promise<SendReport | null> => {
    if (agent.signal.aborted) return { outcome: 'released', reason: 'agent_stopping', detail: null };
    try {
      const answer = await retry(
        () =>
          agent.api('POST /api/agent/deliveries/:id/commit', {
            params: { id },
            body: { claim_id, signed_in_as: signedInAs },
          }),
        {
          signal: AbortSignal.any([agent.signal, AbortSignal.timeout(agent.timing.commitMs)]),
          backoff: createBackoff({ firstMs: agent.timing.reconnectMs, lastMs: 4000 }),
          mayRetry: isRetryable,
        },
      );
      isCommitted ||= answer.may_send;
      return answer.may_send ? null : refusedFor(answer.reason, answer.text);
    } catch (error) {
      return unanswered(error);
    }
  };
  return {
    commit: async (signedInAs) => {
      const refusal = await ask(signedInAs);
      // A committed delivery can't become pending again, so report it as not sent.
      return refusal !== null && isCommitted ? { outcome: 'failed', reason: 'not_pressed', detail: null } : refusal;
    },
    release: heartbeat.cancel,
  };
}
