import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';
import type { WaitReason } from '@sandpiper/contract/reasons';
import type { AgentContext } from '../agent.context.ts';
import { attemptDelivery } from './delivery.attempt.ts';
import { showResult, showEarlierSend } from './delivery-messages.ts';
import { reportFromNotes } from './earlier-attempts.ts';
import { report, reportKept } from './reporter.ts';

export type ClaimResult =
  | { delivery: null; reason: WaitReason; text: string; notBefore: string | null }
  /** `isReported`: whether the server has acknowledged the result. If it hasn't, the journal keeps the result unless writing it failed. */
  | { delivery: ClaimedDelivery; outcome: DeliveryOutcome; isReported: boolean };

/**
 * Claims one delivery for the account, carries it out unless the journal already has its result, and reports the result. Throws if the
 * claim itself fails.
 */
export async function runClaim(agent: AgentContext, profileId: number): Promise<ClaimResult> {
  const claim = await agent.api('POST /api/agent/deliveries/claim', { body: { profile_id: profileId } });
  if (claim.delivery === null) {
    return { delivery: null, reason: claim.reason, text: claim.text, notBefore: claim.not_before };
  }
  const { delivery } = claim;
  const kept = await reportKept(agent, delivery);
  if (kept !== null) return { delivery, ...kept };
  const known = reportFromNotes(agent, delivery);
  const ended = known ?? (await attemptDelivery(agent, delivery));
  if (known?.outcome === 'sent') showEarlierSend(agent, delivery, known.sentAt);
  else showResult(agent, delivery, ended);
  return { delivery, outcome: ended.outcome, isReported: await report(agent, delivery, ended) };
}
