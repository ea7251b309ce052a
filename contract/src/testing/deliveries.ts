import type { Claim, DeliveryState, DeliveryStatus, Report } from '../delivery-states.ts';
import type { ReasonCode } from '../reasons.ts';

export const claim: Claim = { claimId: 'c1', installationId: 'i1', profileId: 1 };

/** A delivery that no agent has claimed yet. */
export const fresh: DeliveryState = {
  status: 'pending',
  claim: null,
  failures: 0,
  releases: 0,
  checks: 0,
  troubledProfileIds: [],
  reason: null,
};

/** Returns a delivery with this status, claimed by `claim` unless it is pending. */
export function stateOf(status: DeliveryStatus, more: Partial<DeliveryState> = {}): DeliveryState {
  return { ...fresh, status, claim: status === 'pending' ? null : claim, ...more };
}

/** Returns the event of a report about `claim`. */
export function report(outcome: Report['outcome'], reason: ReasonCode | null = null, more: Partial<Report> = {}) {
  return { type: 'report', claim, outcome, reason, maxRetries: 3, usableAccounts: 2, ...more } as const;
}
