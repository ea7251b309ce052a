import { randomUUID } from 'node:crypto';
import type { Claim } from '@sandpiper/contract/delivery-states';
import type { ReasonCode } from '@sandpiper/contract/reasons';
import type { App } from '../../platform/app-context.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CampaignKey, LockedCampaign } from '../campaigns/campaign-state.service.ts';
import {
  endLeasesOfCommitted,
  findBusyUntil,
  findDueCheckAt,
  isWithNobody,
  leaseForCheck,
  leaseOf,
  listCampaignsHeldBy,
  listCampaignsWithEndedClaims,
  listEndedClaims,
  listLongUnreported,
  renewLease,
} from './claims.store.ts';
import { findCeilingEnd } from './contacts.store.ts';
import { coolOffSeconds } from './cool-off.ts';
import { findDelivery, findNextRetry, listReaching, lockDelivery, lockNextPending } from './deliveries.store.ts';
import type { Delivery } from './deliveries.store.ts';
import { moveDelivery } from './deliveries.service.ts';
import type { Ledger } from './deliveries.service.ts';
import { skipReasonOf } from './person-rules.ts';
import { findPersonFacts } from './people.store.ts';

export type { Delivery };

/** So many people may have to be left out one after the other before a claim answers "again in a moment". */
const mostSkippedAtOnce = 50;

export type Claimant = { userId: number; profileId: number; installationId: string };

/** Why a person may not be written to now, under this campaign; `removed`: taken off the list. */
export async function refusalOfPerson(
  { change: { app, transaction }, campaign }: Ledger,
  delivery: Delivery,
): Promise<ReasonCode | 'removed' | null> {
  const question = {
    userId: campaign.user_id,
    textKey: campaign.text_key ?? '',
    coolOffSeconds: coolOffSeconds(app.config, campaign.cool_off_days),
    deliveryId: delivery.id,
  };
  const facts = await findPersonFacts(transaction, question, delivery.recipient_id);
  return facts === undefined ? 'removed' : skipReasonOf(facts, campaign);
}

/** Leaves a person out, with a line in the log, or takes off one who was removed from the list. */
export async function leaveOut(ledger: Ledger, delivery: Delivery, reason: ReasonCode | 'removed'): Promise<void> {
  await moveDelivery(ledger, delivery, reason === 'removed' ? { type: 'withdraw' } : { type: 'skip', reason });
}

/** Claims the next person who may be written to, and leaves out those on the way who may not; null: nobody is ready. */
export async function claimNextPerson(
  ledger: Ledger,
  { profileId, installationId }: Claimant,
): Promise<Delivery | 'again' | null> {
  for (let skipped = 0; skipped < mostSkippedAtOnce; skipped += 1) {
    const next = await lockNextPending(ledger.change.transaction, ledger.campaign);
    if (next === undefined) return null;
    const refusal = await refusalOfPerson(ledger, next);
    if (refusal !== null) {
      await leaveOut(ledger, next, refusal);
      continue;
    }
    const claim: Claim = { claimId: randomUUID(), installationId, profileId };
    return (await moveDelivery(ledger, next, { type: 'claim', claim })) ?? 'again';
  }
  return 'again';
}

/** A committed delivery of this computer's that is to be looked up now, leased again under its own claim. */
export async function claimDueCheck(transaction: Transaction, claimant: Claimant): Promise<Delivery | null> {
  const leased = await leaseForCheck(transaction, claimant);
  if (leased === undefined) return null;
  return (await findDelivery(transaction, claimant.userId, leased.delivery_id)) ?? null;
}

/** When the next person may be tried who has to wait; null: nobody waits for a time. */
export function nextRetryOf(transaction: Transaction, campaign: LockedCampaign): Promise<string | null> {
  return findNextRetry(transaction, campaign);
}

export function nextCheckOf(transaction: Transaction, claimant: Claimant): Promise<string | null> {
  return findDueCheckAt(transaction, claimant);
}

export function leaseEndOf(transaction: Transaction, delivery: Delivery): Promise<string> {
  return leaseOf(transaction, delivery);
}

export function busyUntil(transaction: Transaction, claimant: Claimant): Promise<string | null> {
  return findBusyUntil(transaction, claimant);
}

/** When an account that has sent its most within a day may send again; null: at once. */
export function ceilingEndOf(
  transaction: Transaction,
  account: { userId: number; profileId: number },
  limit: { most: number; daySeconds: number },
): Promise<string | null> {
  return findCeilingEnd(transaction, account, limit);
}

export type Held = { userId: number; deliveryId: number; claimId: string; installationId: string };

/** Answers until when the lease lasts now; null: the claim has ended. */
export function keepClaim(app: App, held: Held): Promise<string | null> {
  return renewLease(app.db, held);
}

export function findClaimed(db: Database, userId: number, id: number): Promise<Delivery | undefined> {
  return findDelivery(db, userId, id);
}

export function lockClaimed(transaction: Transaction, userId: number, id: number): Promise<Delivery | undefined> {
  return lockDelivery(transaction, userId, id);
}

/** Whether a committed delivery is with nobody, until its agent looks. */
export function isAwaitingCheck(transaction: Transaction, delivery: Delivery): Promise<boolean> {
  return isWithNobody(transaction, delivery);
}

/** Gives back what was never told to go ahead: claims that ran out, or all that one computer holds. */
export async function expireClaims(ledger: Ledger, installationId: string | null): Promise<void> {
  const { transaction } = ledger.change;
  for (const id of await listEndedClaims(transaction, ledger.campaign, installationId)) {
    const delivery = await lockDelivery(transaction, ledger.campaign.user_id, id);
    if (delivery !== undefined) await moveDelivery(ledger, delivery, { type: 'expire' });
  }
}

export async function giveUpUnreported(ledger: Ledger, deliveryId: number): Promise<void> {
  const delivery = await lockDelivery(ledger.change.transaction, ledger.campaign.user_id, deliveryId);
  if (delivery !== undefined) await moveDelivery(ledger, delivery, { type: 'give_up', reason: 'not_reported' });
}

/** Committed deliveries nobody works on any more wait for their agent to look. Everybody's, or one computer's. */
export function endCommittedLeases(app: App, computer: { userId: number; installationId: string } | null) {
  return endLeasesOfCommitted(app.db, computer);
}

export function campaignsWithEndedClaims(app: App): Promise<CampaignKey[]> {
  return listCampaignsWithEndedClaims(app.db);
}

export function campaignsHeldBy(app: App, userId: number, installationId: string): Promise<CampaignKey[]> {
  return listCampaignsHeldBy(app.db, userId, installationId);
}

export function longUnreported(app: App, seconds: number) {
  return listLongUnreported(app.db, seconds);
}

/** The deliveries through which a person of a list may still be written to. */
export function campaignsReaching(transaction: Transaction, userId: number, recipientId: number) {
  return listReaching(transaction, userId, recipientId);
}
