import { randomUUID } from 'node:crypto';
import type { Claim } from '@sandpiper/contract/delivery-states';
import type { App } from '../../platform/app-context.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import {
  findDueCheckAt,
  hasLease,
  hasNoLease,
  isClaimedElsewhere,
  leaseForCheck,
  listInFlight,
  renewLease,
  wasJustStopped,
} from './claims.store.ts';
import { findGoAhead, findOccupation } from './contacts.store.ts';
import type { Occupation } from './contacts.store.ts';
import { findDelivery, findNextRetry, lockDelivery, lockNextPending } from './deliveries.store.ts';
import type { Delivery } from './deliveries.store.ts';
import { moveDelivery } from './deliveries.service.ts';
import type { CampaignKey, Ledger, Moved } from './deliveries.service.ts';
import {
  endLeasesOfCommitted,
  listCampaignsHeldBy,
  listCampaignsWithEndedClaims,
  listEndedClaims,
  listLongUnreported,
} from './open-claims.store.ts';
import { isAnyReservedFor } from './reserved-people.store.ts';
import { judgePerson, skipPerson } from './person-checks.service.ts';

export { isClaimedElsewhere, wasJustStopped };
export type { Delivery, Moved, Occupation };

/**
 * The maximum number of people that one claim skips. After that, the agent has to claim again, so that no single claim locks the campaign
 * for long.
 */
const maxSkippedAtOnce = 50;

export type Claimant = { userId: number; profileId: number; installationId: string };

/**
 * Reads the IDs of the campaign's other accounts that can work now. There can be hundreds, so this function is called only if the
 * next person is reserved for another account, or if nobody can be claimed.
 */
export type OtherWorkers = () => Promise<readonly number[]>;

/**
 * Claims the next person who can be messaged. Skips people earlier in the queue who can't be messaged. If another account
 * contacted a person before, leaves that person to that account, provided that the account is in the campaign and can work.
 * Returns null if nobody is ready, and `again` if the caller should try again in a moment. If another campaign claims the
 * person first, throws an error that `isClaimedElsewhere` recognizes.
 */
export async function claimNextPerson(
  ledger: Ledger,
  { profileId, installationId }: Claimant,
  others: OtherWorkers,
): Promise<Moved | 'again' | null> {
  for (let skipped = 0; skipped < maxSkippedAtOnce; skipped += 1) {
    const next = await lockNextOf(ledger, profileId, others);
    if (next === undefined) return null;
    const judged = await judgePerson(ledger, next);
    if (judged.refusal !== null) {
      await skipPerson(ledger, next, judged.refusal);
      continue;
    }
    const claim: Claim = { claimId: randomUUID(), installationId, profileId };
    return (await moveDelivery(ledger, next, { type: 'claim', claim }, { values: judged.values })) ?? 'again';
  }
  return 'again';
}

/**
 * Locks the next person's delivery. If that person is reserved for another account that can work, locks the delivery of the next person who
 * isn't reserved.
 */
async function lockNextOf({ change: { transaction }, campaign }: Ledger, profileId: number, others: OtherWorkers) {
  const first = await lockNextPending(transaction, campaign, []);
  const keptFor = first?.kept_for_profile_id ?? null;
  if (keptFor === null || keptFor === profileId) return first;
  const able = await others();
  return able.includes(keptFor) ? lockNextPending(transaction, campaign, able) : first;
}

/** Checks whether anyone who is ready is reserved for another account that contacted them before and can work now. */
export async function isAnyReservedForOthers({ change, campaign }: Ledger, others: OtherWorkers): Promise<boolean> {
  return isAnyReservedFor(change.transaction, campaign, await others());
}

/**
 * Leases a committed delivery again to the computer that claimed it, under the same claim, to check whether the message was sent.
 * Returns null if no check is due.
 */
export async function claimDueCheck(transaction: Transaction, claimant: Claimant): Promise<Moved | null> {
  const leased = await leaseForCheck(transaction, claimant);
  if (leased === undefined) return null;
  const delivery = await findDelivery(transaction, claimant.userId, leased.delivery_id);
  return delivery === undefined ? null : { ...delivery, leaseEndsAt: leased.expires_at };
}

/** Returns when the next retry becomes due, or null if nobody is waiting for a retry. */
export function nextRetryOf(transaction: Transaction, campaign: CampaignKey): Promise<string | null> {
  return findNextRetry(transaction, campaign);
}

export function nextCheckOf(transaction: Transaction, claimant: Claimant): Promise<string | null> {
  return findDueCheckAt(transaction, claimant);
}

/** Checks whether a computer currently holds a lease on one of an account's deliveries. */
export function hasLiveClaim(transaction: Transaction, claimant: Claimant): Promise<boolean> {
  return hasLease(transaction, claimant);
}

/**
 * Returns what an account is busy with. `busy_until` is when the lease on its current delivery expires, or null if there is no lease.
 * `ceiling_ends_at` is when the account falls below the server's own daily limit again, or null if it is below that limit. `has_due_check`
 * is true if one of the account's messages is due for a check.
 */
export function occupationOf(transaction: Transaction, account: Claimant, limit: { most: number; daySeconds: number }) {
  return findOccupation(transaction, account, limit);
}

export type Held = { userId: number; deliveryId: number; claimId: string; installationId: string };

/** Renews a claim's lease and returns the new expiry time, or null if the claim has ended. */
export function extendClaim(app: App, held: Held): Promise<string | null> {
  return renewLease(app.db, held);
}

export function findClaimed(db: Database, userId: number, id: number): Promise<Delivery | undefined> {
  return findDelivery(db, userId, id);
}

export function lockClaimed(transaction: Transaction, userId: number, id: number): Promise<Delivery | undefined> {
  return lockDelivery(transaction, userId, id);
}

/**
 * Returns when the agent was allowed to send a message. This counts as the time of sending if the user later says that the message was
 * sent. Returns undefined if the time isn't known.
 */
export async function sentAtOf(transaction: Transaction, delivery: Delivery): Promise<Date | undefined> {
  const goAhead = await findGoAhead(transaction, delivery);
  return goAhead === undefined ? undefined : new Date(goAhead);
}

/** Returns which of these people an agent may be messaging right now, because it already has the go-ahead. */
export function inFlightOf(transaction: Transaction, userId: number, people: string[]): Promise<string[]> {
  return listInFlight(transaction, userId, people);
}

/** Checks whether a committed delivery is waiting for its agent's next check. */
export function isAwaitingCheck(transaction: Transaction, delivery: Delivery): Promise<boolean> {
  return hasNoLease(transaction, delivery);
}

/**
 * Puts a campaign's claimed but uncommitted deliveries back in the queue: all that this computer has claimed or, if `installationId` is
 * null, those whose claims have expired.
 */
export async function expireClaims(ledger: Ledger, installationId: string | null): Promise<void> {
  const { transaction } = ledger.change;
  for (const id of await listEndedClaims(transaction, ledger.campaign, installationId)) {
    const delivery = await lockDelivery(transaction, ledger.campaign.user_id, id);
    if (delivery !== undefined) await moveDelivery(ledger, delivery, { type: 'expire' });
  }
}

export async function markUnreportedUnknown(ledger: Ledger, deliveryId: number): Promise<void> {
  const delivery = await lockDelivery(ledger.change.transaction, ledger.campaign.user_id, deliveryId);
  if (delivery !== undefined) await moveDelivery(ledger, delivery, { type: 'give_up', reason: 'not_reported' });
}

/**
 * Ends a computer's leases on committed deliveries or, if `computer` is null, the expired leases of all computers. The agent's checks of
 * these deliveries are then due immediately.
 */
export async function endCommittedLeases(
  app: App,
  computer: { userId: number; installationId: string } | null,
): Promise<void> {
  const ended = await endLeasesOfCommitted(app.db, computer);
  app.metrics.lostLeases.inc({ stage: 'committed' }, ended);
}

export function campaignsWithEndedClaims(app: App): Promise<CampaignKey[]> {
  return listCampaignsWithEndedClaims(app.db);
}

export function campaignsHeldBy(app: App, userId: number, installationId: string): Promise<CampaignKey[]> {
  return listCampaignsHeldBy(app.db, userId, installationId);
}

export function listLongUnreportedDeliveries(app: App, seconds: number) {
  return listLongUnreported(app.db, seconds);
}
