import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { sandboxFactor } from '@sandpiper/contract/limits';
import type { SendReport } from '../../sites/instagram/report.ts';
import type { AgentContext } from '../agent.context.ts';

/*
 * The agent enforces these limits itself, whatever the server says. The limits protect an account if the server is broken, was restored
 * from a backup, or has been taken over by someone else.
 */

/**
 * The maximum number of messages that an account may send from this computer in 24 hours, or in a hundredth of that time in sandbox mode.
 */
const mostPerDay = 200;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns how long ago a message was sent, in milliseconds. A time in the future means that the clock has been set back since then. In that
 * case, returns how long ago the agent first saw this time, because the message may have been sent just before.
 */
function ageOf({ futureSends }: AgentContext['state'], sentAt: number, now: number): number {
  if (sentAt <= now) return now - sentAt;
  const noticedAt = futureSends.get(sentAt);
  if (noticedAt !== undefined && noticedAt <= now) return now - noticedAt;
  futureSends.set(sentAt, now);
  return 0;
}

/** Returns why the account must not send from this computer right now, or null if it may. */
export function refusalByFloor(
  { journal, state, timing }: AgentContext,
  { profile_id, claim_id }: ClaimedDelivery,
): SendReport | null {
  const scale = state.isSandbox ? sandboxFactor : 1;
  const now = Date.now();
  // Ignore times that are more than a day (in sandbox mode, a hundredth of a day) away, in either direction. Such times say
  // nothing about the last day.
  const ages = journal
    .sendTimesOf(profile_id, claim_id)
    .filter((at) => Math.abs(now - at) < dayMs / scale)
    .map((at) => ageOf(state, at, now));
  if (ages.some((age) => age < timing.shortestPauseMs / scale)) {
    return { outcome: 'released', reason: 'too_soon', detail: null };
  }
  return ages.length < mostPerDay ? null : { outcome: 'released', reason: 'too_many_today', detail: null };
}
