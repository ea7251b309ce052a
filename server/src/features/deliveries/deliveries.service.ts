import { countersOf, nextDelivery } from '@sandpiper/contract/delivery-states';
import type { DeliveryChange, DeliveryEvent, DeliveryState, DeliveryStatus } from '@sandpiper/contract/delivery-states';
import type { MessageValues } from '@sandpiper/contract/message';
import { isReasonCode, reasonText } from '@sandpiper/contract/reasons';
import type { Change } from '../../platform/change.ts';
import { together } from '../../platform/database/pipelining.ts';
import { scaledSeconds } from '../../platform/time-scale.ts';
import { notCounted, planCounts } from '../guard/account-counts.service.ts';
import type { AccountClock } from '../guard/account-counts.service.ts';
import { count, uncountFailure, writeLog, writeOutcome } from './campaign-log.service.ts';
import type { Correctable } from './campaign-log.store.ts';
import { countMove } from './count-moves.ts';
import { awaitCheck, insertClaim, markCommitted } from './claims.store.ts';
import { removeContact, recordConversation, recordMayHaveText, recordSent, recordUnknown } from './contacts.store.ts';
import { updateDelivery } from './deliveries.store.ts';
import type { Delivery } from './deliveries.store.ts';
import { recordOutcome, recordOutcomeAndContact, setListStatus } from './people.store.ts';

/*
 * The ledger of deliveries. Every delivery event goes through `planMove`, except when pending people are withdrawn in bulk. The transaction
 * must have locked the campaign first and then the delivery. The delivery's row, its claim, the person's history, the campaign's counters
 * and the campaign's log change together.
 */

/** The columns of a campaign that the ledger needs. */
export type LedgerCampaign = {
  user_id: number;
  id: number;
  name: string;
  text_key: string | null;
  allow_repeat: boolean;
  cool_off_days: number;
  skip_conversations: boolean;
  template_content: string;
  variables: readonly string[];
};
export type Ledger = { change: Change; campaign: LedgerCampaign };

type EventDetails = {
  detail?: string | null;
  /** When the message was sent or, if the outcome is the user's answer, when the agent was allowed to send it. */
  sentAt?: Date;
  /** Instagram's ID for the message, if known. */
  messageId?: string | null;
  /** The variable values that are filled into the message. Set only for a claim. */
  values?: MessageValues | null;
  /** The account's time zone and the current time, if the caller has already read them. */
  clock?: AccountClock;
};

function stateOf(delivery: Delivery): DeliveryState {
  const { claim_id: claimId, installation_id: installationId, profile_id: profileId, reason } = delivery;
  const isClaimed = claimId !== null && installationId !== null && profileId !== null;
  return {
    status: delivery.status,
    claim: isClaimed ? { claimId, installationId, profileId } : null,
    failures: delivery.failures,
    releases: delivery.releases,
    checks: delivery.checks,
    troubledProfileIds: delivery.troubled_profile_ids,
    reason: isReasonCode(reason) ? reason : null,
  };
}

function storedValues(values: MessageValues | null = null): string | null {
  return values === null ? null : JSON.stringify(values);
}

const openStatuses: ReadonlySet<DeliveryStatus> = new Set(['pending', 'claimed', 'committed']);

/** A delivery after an event. `leaseEndsAt` is when the delivery's lease expires, or null if it has no lease. */
export type Moved = Delivery & { leaseEndsAt: string | null };

/** Applies an event to a delivery. Returns null and writes nothing if the event has no effect. */
export async function moveDelivery(
  ledger: Ledger,
  delivery: Delivery,
  event: DeliveryEvent,
  details: EventDetails = {},
): Promise<Moved | null> {
  const move = await planMove(ledger, delivery, event, details);
  return move === null ? null : move();
}

/**
 * Determines what an event changes. Returns null if the event has no effect. Otherwise, returns a function that makes the changes, except
 * for one that `planClaim` may have to make right away. None of the function's statements needs another's result, so they are sent
 * together, and the caller can send more statements with them.
 */
export async function planMove(
  ledger: Ledger,
  delivery: Delivery,
  event: DeliveryEvent,
  details: EventDetails = {},
): Promise<(() => Promise<Moved>) | null> {
  const wanted = nextDelivery(stateOf(delivery), event);
  if (wanted === null) return null;
  const { state, goesToBack, waitSeconds, claim } = await planClaim(ledger, delivery, wanted, event);
  const { app, transaction } = ledger.change;
  const waits = waitSeconds === null || state.status !== 'pending' ? null : scaledSeconds(app.config, waitSeconds);
  // A retry can finish on another day and with another message ID, so the stored day and ID are reset. The account's counts for the day of
  // the failed attempt keep that failure. The person is back at their original place in the queue.
  const isRetry = event.type === 'retry';
  const counts = isRetry ? notCounted : await planCounts(ledger.change, delivery, state, details);
  const update = {
    status: state.status,
    claim_id: state.claim?.claimId ?? null,
    installation_id: state.claim?.installationId ?? null,
    profile_id: state.claim?.profileId ?? null,
    failures: state.failures,
    releases: state.releases,
    checks: state.checks,
    troubled_profile_ids: [...state.troubledProfileIds],
    turn: isRetry ? 0 : delivery.turn + (goesToBack ? 1 : 0),
    reason: state.reason,
    detail: details.detail ?? null,
    message_id: isRetry ? null : (details.messageId ?? delivery.message_id),
    counted_on: counts.day,
  };
  const after = { ...delivery, ...update };
  return async () => {
    const [leaseEndsAt, moved] = await together([
      claim.write(),
      updateDelivery(transaction, delivery, {
        ...update,
        endsClaim: claim.ends,
        retryAfter: waits,
        variables: storedValues(event.type === 'claim' ? details.values : delivery.variables),
        finished_at: openStatuses.has(state.status) ? null : (details.sentAt ?? new Date()),
      }),
      counts.write(),
      updatePerson(ledger, delivery, after, details),
      updateCampaignAfterMove(ledger, delivery, after, details),
    ]);
    countMove(ledger.change, delivery.status, event);
    return { ...moved, leaseEndsAt };
  };
}

/**
 * How the delivery's row in `claims` changes. This row exists while the delivery is claimed or committed. `ends` is true if the row is
 * deleted. `write` makes any other change that remains, and returns when the lease expires, or null if there is no lease.
 */
type PlannedClaim = { ends: boolean; write: () => Promise<string | null> };

const noLease = () => Promise.resolve(null);

/**
 * Determines how a delivery's claim changes. If the delivery has to be checked, makes the change right away, because the status depends on
 * it: if the claim has ended and another campaign is messaging the same person, the delivery can't be checked and becomes `unknown`.
 */
async function planClaim(
  { change: { app, transaction }, campaign }: Ledger,
  delivery: Delivery,
  next: DeliveryChange,
  event: DeliveryEvent,
): Promise<DeliveryChange & { claim: PlannedClaim }> {
  const { claim, status } = next.state;
  if (claim === null || (status !== 'claimed' && status !== 'committed')) {
    return { ...next, claim: { ends: true, write: noLease } };
  }
  if (event.type === 'commit') {
    return { ...next, claim: { ends: false, write: () => markCommitted(transaction, delivery) } };
  }
  const row = {
    user_id: delivery.user_id,
    delivery_id: delivery.id,
    campaign_id: campaign.id,
    profile_id: claim.profileId,
    installation_id: claim.installationId,
    claim_id: claim.claimId,
    recipient: delivery.recipient,
  };
  if (event.type === 'claim') {
    return { ...next, claim: { ends: false, write: () => insertClaim(transaction, row) } };
  }
  const isKept = await awaitCheck(transaction, row, scaledSeconds(app.config, next.waitSeconds ?? 0));
  const kept = { ...next, claim: { ends: false, write: noLease } };
  return isKept ? kept : { ...kept, state: { ...next.state, status: 'unknown' }, waitSeconds: null };
}

const outcomes = ['sent', 'failed', 'not_found', 'unknown', 'skipped'] as const satisfies readonly DeliveryStatus[];

function isOutcome(status: DeliveryStatus): status is (typeof outcomes)[number] {
  return outcomes.some((outcome) => outcome === status);
}

const listStatuses = { sent: 'sent', not_found: 'not_found', failed: 'failed', unknown: 'failed' } as const;

/** Updates the person's list status and last outcome, and the records of contacts and conversations with the person. */
async function updatePerson(
  ledger: Ledger,
  before: Delivery,
  delivery: Delivery,
  details: EventDetails,
): Promise<void> {
  const { change, campaign } = ledger;
  const { transaction } = change;
  const { status, user_id, recipient, profile_id } = delivery;
  const contact = {
    user_id,
    person: recipient,
    text_key: campaign.text_key ?? '',
    delivery_id: delivery.id,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    profile_id,
  };
  const mayHaveLeft = before.status === 'committed' || before.status === 'unknown';
  const mayLeave = status === 'committed' || status === 'unknown';
  const writes: Promise<void>[] = [];
  if (mayLeave && !mayHaveLeft) writes.push(recordMayHaveText(transaction, contact));
  if (status === 'sent') writes.push(recordSent(transaction, contact, details.sentAt ?? new Date()));
  if (status === 'unknown') writes.push(recordUnknown(transaction, delivery));
  if (mayHaveLeft && (status === 'failed' || status === 'not_found')) writes.push(removeContact(transaction, delivery));
  if (status === 'skipped' && delivery.reason === 'conversation') {
    writes.push(recordConversation(transaction, { user_id, person: recipient, profile_id }));
  }
  if (before.status === 'failed' && status === 'pending') writes.push(setListStatus(transaction, delivery, 'pending'));
  if (isOutcome(status)) {
    const at = details.sentAt ?? new Date();
    const ended = { user_id, username: recipient, outcome: status, at, endedBefore: before.finished_at };
    const hasContact = mayHaveLeft || status === 'sent' || status === 'unknown';
    writes.push(hasContact ? recordOutcomeAndContact(transaction, ended) : recordOutcome(transaction, ended));
  }
  if (status === 'sent' || status === 'not_found' || status === 'failed' || status === 'unknown') {
    // The user has checked and found no message, so the person is pending again on the list.
    const isReopened = status === 'failed' && delivery.reason === 'said_not_sent';
    writes.push(setListStatus(transaction, delivery, isReopened ? 'pending' : listStatuses[status]));
  }
  await together(writes);
}

const outcomeActions = {
  sent: 'message_sent',
  not_found: 'message_failed',
  failed: 'message_failed',
  unknown: 'message_unknown',
  skipped: 'skipped',
} as const;

function isCorrectable(delivery: Delivery): delivery is Delivery & Correctable {
  return delivery.status === 'unknown' || delivery.status === 'failed';
}

export function textOf({ reason, detail }: Pick<Delivery, 'reason' | 'detail'>): string | null {
  return isReasonCode(reason) ? reasonText(reason, detail) : detail;
}

/**
 * Updates the campaign's counters and log. The counters are sums over all the campaign's deliveries. The log has one entry for each
 * outcome, except for people who were skipped at the start.
 */
async function updateCampaignAfterMove(
  { change, campaign }: Ledger,
  before: Delivery,
  delivery: Delivery,
  details: EventDetails,
): Promise<void> {
  const { status } = delivery;
  if (before.status === status) return;
  const [from, to] = [countersOf(before.status), countersOf(status)];
  const added = {
    list: to.list - from.list,
    sent: to.sent - from.sent,
    failed: to.failed - from.failed,
    skipped: to.skipped - from.skipped,
  };
  if (status === 'pending' && isCorrectable(before)) return uncountFailure(change, campaign, { added, before });
  if (status === 'pending' || status === 'claimed' || status === 'committed' || status === 'withdrawn') {
    return count(change, campaign, added);
  }
  const entry = {
    action: outcomeActions[status],
    recipient: delivery.recipient,
    message: status === 'sent' ? null : textOf(delivery),
    profile_id: delivery.profile_id,
    created_at: details.sentAt ?? new Date(),
  };
  // A corrected outcome replaces the earlier log entry, so that the log doesn't list the message twice.
  if (isCorrectable(before)) await writeOutcome(change, campaign, entry, { added, before });
  else await writeLog(change, campaign, entry, added);
}
