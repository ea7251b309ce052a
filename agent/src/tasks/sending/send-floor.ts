import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { sandboxFactor } from '@sandpiper/contract/limits';
import type { SendReport } from '../../sites/instagram/report.ts';
import type { AgentContext } from '../agent.context.ts';

/*
 * The agent enforces these limits itself, whatever the server says. They protect an account from a server that is broken, was
 * restored from a backup or no longer belongs to the owner.
 */

/** The most messages that an account sends in 24 hours. */
const mostPerDay = 200;
const dayMs = 24 * 60 * 60 * 1000;

/** Returns why this computer may not send from the account right now, or null if it may. */
export function refusalByFloor(
  { journal, state, timing }: AgentContext,
  { profile_id, claim_id }: ClaimedDelivery,
): SendReport | null {
  const scale = state.isSandbox ? sandboxFactor : 1;
  const now = Date.now();
  // Times in the future come from a clock that was set back. Count them, because the message may have been sent just now.
  const ages = journal
    .sendTimesOf(profile_id, claim_id)
    .map((at) => now - at)
    .filter((age) => Math.abs(age) < dayMs / scale);
  if (ages.some((age) => age < timing.shortestPauseMs / scale)) {
    return { outcome: 'released', reason: 'too_soon', detail: null };
  }
  return ages.length < mostPerDay ? null : { outcome: 'released', reason: 'too_many_today', detail: null };
}
