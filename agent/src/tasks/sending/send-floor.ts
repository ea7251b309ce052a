import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { sandboxFactor } from '@sandpiper/contract/limits';
import type { SendReport } from '../../sites/instagram/report.ts';
import type { AgentContext } from '../agent.context.ts';

/*
 * The agent's own limits, whatever the server says. They protect an account from a server that is broken, restored or not
 * the owner's any more.
 */

/** No account sends more than this in 24 hours. */
const mostPerDay = 200;
const dayMs = 24 * 60 * 60 * 1000;

/** Why this computer sends nothing with the account now; null: it may. */
export function refusalByFloor(
  { journal, state, timing }: AgentContext,
  { profile_id, claim_id }: ClaimedDelivery,
): SendReport | null {
  const scale = state.isSandbox ? sandboxFactor : 1;
  const now = Date.now();
  // Times in the future come from a clock that was set back: such a message may have left just now.
  const ages = journal
    .sendTimesOf(profile_id, claim_id)
    .map((at) => now - at)
    .filter((age) => Math.abs(age) < dayMs / scale);
  if (ages.some((age) => age < timing.shortestPauseMs / scale)) {
    return { outcome: 'released', reason: 'too_soon', detail: null };
  }
  return ages.length < mostPerDay ? null : { outcome: 'released', reason: 'too_many_today', detail: null };
}
