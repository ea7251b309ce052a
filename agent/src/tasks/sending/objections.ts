import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { Gate, SendReport } from '../../sites/instagram/instagram.ts';
import type { AgentContext } from '../agent.context.ts';

/** What its owner may be answering at this moment. The next turn sees for itself whether that was done. */
const ownersTurn = new Set(['signed_out', 'code_required', 'sign_in_unclear', 'sign_in_refused', 'wrong_password']);

/**
 * Keeps what the platform held against an account while it sent nothing. There is no claim then through which the server
 * could be told; the account's next one tells it.
 */
export function noteObjection(agent: AgentContext, profileId: number, { reason, detail }: Gate): void {
  if (!ownersTurn.has(reason)) agent.state.objections.set(profileId, { reason, detail });
}

/** The report of a claim by an account that was objected to before. Said once: whoever resumes has looked. */
export function reportOfObjection(agent: AgentContext, { profile_id }: ClaimedDelivery): SendReport | null {
  const objection = agent.state.objections.get(profile_id);
  agent.state.objections.delete(profile_id);
  return objection === undefined ? null : { outcome: 'blocked', ...objection };
}

/** Accounts without a running campaign have nothing to stop: their owners start or resume one when they are ready. */
export function forgetObjections(agent: AgentContext, working: ReadonlySet<number>): void {
  const { objections } = agent.state;
  for (const profileId of objections.keys()) if (!working.has(profileId)) objections.delete(profileId);
}
