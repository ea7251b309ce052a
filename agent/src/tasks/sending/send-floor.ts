import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { sandboxFactor } from '@sandpiper/contract/limits';
import type { SendReport } from '../../sites/instagram/report.ts';
import type { AgentContext } from '../agent.context.ts';

/*
 * The agent enforces these limits itself, whatever the server says. They protect an account if the server is broken, was restored
 * from a backup, or no longer belongs to the owner.
 */

/** The maximum number of messages that an account may send in 24 hours. */
const mostPerDay = 200;
const dayMs = 24 * 60 * 60 * 1000;

/** Returns why the account may not send from this computer right now, or null if it may. */
export function refusalByFloor(
  { journal, state, timing }: AgentContext,
  { profile_id, claim_id }: ClaimedDelivery,
): SendReport | null {
  const scale = state.isSandbox ? sandboxFactor : 1;
  const now = Date.now();
  // If the clock was set back, some of the times are in the future. Count them too, because those messages may have been sent a moment ago.
  const ages = journal
    .sendTimesOf(profile_id, claim_id)
    .map((at) => now - at)
    .filter((age) => Math.abs(age) < dayMs / scale);
  if (ages.some((age) => age < timing.shortestPauseMs / scale)) {
    return { outcome: 'released', reason: 'too_soon', detail: null };
  }
  return ages.length < mostPerDay ? null : { outcome: 'released', reason: 'too_many_today', detail: null };
}
