import { randomUUID } from 'node:crypto';
import type { Claim } from '@sandpiper/contract/delivery-states';
import type { App } from '../../platform/app-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { together } from '../../platform/database/pipelining.ts';
import { leaseForCheck } from './claims.store.ts';
import { findGoAhead } from './contacts.store.ts';
import { findDelivery, lockDelivery, lockNextPending } from './deliveries.store.ts';
import type { Delivery } from './deliveries.store.ts';
import { moveDelivery } from './deliveries.service.ts';
import type { Ledger, Moved } from './deliveries.service.ts';
import { endLeasesOfCommitted, listEndedClaims } from './open-claims.store.ts';
import { listUnsentClaims } from './people.store.ts';
import { isAnyReservedFor } from './reserved-people.store.ts';
import { judgePerson, skipPerson } from './person-checks.service.ts';

export {
  findDueCheckAt,
  hasLease,
  isAwaitingCheck,
  isBeingMessaged,
  isClaimedElsewhere,
  listInFlight,
  renewLease,
  wasJustStopped,
} from './claims.store.ts';
export { findOccupation } from './contacts.store.ts';
export type { Occupation } from './contacts.store.ts';
export { findDelivery, findNextRetry, lockDelivery } from './deliveries.store.ts';
export { listCampaignsHeldBy, listCampaignsWithEndedClaims, listLongUnreported } from './open-claims.store.ts';
export type { Delivery, Moved };

/**
 * The maximum number of people that one claim skips. After that, the agent has to claim again, so that no single claim locks the campaign
 * for long.
 */
const maxSkippedAtOnce = 50;

export type Claimant = { userId: number; profileId: number; installationId: string };

/**
 * Reads the IDs of the campaign's other accounts that can work, including those on a timed hold. A campaign can have hundreds of accounts,
 * so this function is called only if the next person is reserved for another account, or if nobody can be claimed.
 */
export type OtherWorkers = () => Promise<readonly number[]>;

/**
 * A claimed delivery. `unsentClaims` lists the IDs of earlier claims on the same person. For each of these claims, the user has answered
 * that the message was not sent.
 */
type Claimed = Moved & { unsentClaims: string[] };

/**
 * Claims the next person who can be messaged. Skips people earlier in the queue who can't be messaged. If another account
 * contacted a person before, leaves that person to that account, provided that the account is in the campaign and can work.
 * Returns null if nobody can be claimed, and `again` if the caller should try again in a moment. If another campaign claims the
 * person first, throws an error that `isClaimedElsewhere` recognizes.
 */
export async function claimNextPerson(
  ledger: Ledger,
  { profileId, installationId }: Claimant,
  others: OtherWorkers,
): Promise<Claimed | 'again' | null> {
  for (let skipped = 0; skipped < maxSkippedAtOnce; skipped += 1) {
    const next = await lockNextOf(ledger, profileId, others);
    if (next === undefined) return null;
    const judged = await judgePerson(ledger, next);
    if (judged.refusal !== null) {
      await skipPerson(ledger, next, judged.refusal);
      continue;
    }
    const claim: Claim = { claimId: randomUUID(), installationId, profileId };
    const [claimed, unsentClaims] = await together([
      moveDelivery(ledger, next, { type: 'claim', claim }, { values: judged.values }),
      listUnsentClaims(ledger.change.transaction, next),
    ]);
    return claimed === null ? 'again' : { ...claimed, unsentClaims };
  }
  return 'again';
}

/**
 * Locks the next person's delivery. If that person is reserved for another account that can work, locks the delivery of the next person who
 * isn't reserved for such an account.
 */
async function lockNextOf({ change: { transaction }, campaign }: Ledger, profileId: number, others: OtherWorkers) {
  const first = await lockNextPending(transaction, campaign, []);
  const keptFor = first?.kept_for_profile_id ?? null;
  if (keptFor === null || keptFor === profileId) return first;
  const able = await others();
  return able.includes(keptFor) ? lockNextPending(transaction, campaign, able) : first;
}

/** Checks whether anyone who can be messaged now is reserved for another account that can work. */
export async function isAnyReservedForOthers({ change, campaign }: Ledger, others: OtherWorkers): Promise<boolean> {
  return isAnyReservedFor(change.transaction, campaign, await others());
}

/**
 * Leases a committed delivery again to the computer that claimed it, under the same claim, so that the agent can check whether the message
 * was sent. Returns null if no check is due.
 */
export async function claimDueCheck(transaction: Transaction, claimant: Claimant): Promise<Moved | null> {
  const leased = await leaseForCheck(transaction, claimant);
  if (leased === undefined) return null;
  const delivery = await findDelivery(transaction, claimant.userId, leased.delivery_id);
  return delivery === undefined ? null : { ...delivery, leaseEndsAt: leased.expires_at };
}

export type Held = { userId: number; deliveryId: number; claimId: string; installationId: string };

/**
 * Returns when the agent got the go-ahead to send a message. This time counts as the time of sending if the user later says that the
 * message was sent. Returns undefined if the go-ahead isn't on record.
 */
export async function sentAtOf(transaction: Transaction, delivery: Delivery): Promise<Date | undefined> {
  const goAhead = await findGoAhead(transaction, delivery);
  return goAhead === undefined ? undefined : new Date(goAhead);
}

/**
 * Ends a campaign's uncommitted claims: all claims of the computer `installationId` or, if `installationId` is null, all expired claims.
 * The deliveries become pending again or, after too many interrupted attempts, fail.
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
 * Ends a computer's leases on committed deliveries or, if `computer` is null, the expired leases of all computers. The agents' checks of
 * these deliveries are then due immediately.
 */
export async function endCommittedLeases(
  app: App,
  computer: { userId: number; installationId: string } | null,
): Promise<void> {
  const ended = await endLeasesOfCommitted(app.db, computer);
  app.metrics.lostLeases.inc({ stage: 'committed' }, ended);
}
