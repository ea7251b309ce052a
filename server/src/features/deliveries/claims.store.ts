import { sql } from 'kysely';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';
import type { CampaignKey, DeliveryKey } from '../../platform/database/keys.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';

/*
 * The `claims` table records which computer has claimed a delivery, and until when. A delivery has a row in the table while its status is
 * `claimed` or `committed`. Renewing the delivery's lease updates only that row.
 */

/** How long a lease lasts unless the agent renews it. */
export const leaseSeconds = 60;

type NewClaim = {
  user_id: number;
  delivery_id: number;
  campaign_id: number;
  profile_id: number;
  installation_id: string;
  claim_id: string;
  recipient: string;
};

const insertQuery = compileOnce((db, claim: NewClaim) =>
  db
    .insertInto('claims')
    .values({
      user_id: claim.user_id,
      delivery_id: claim.delivery_id,
      campaign_id: claim.campaign_id,
      profile_id: claim.profile_id,
      installation_id: claim.installation_id,
      claim_id: claim.claim_id,
      recipient: claim.recipient,
      expires_at: secondsFromNow(leaseSeconds),
    })
    .returning('expires_at'),
);

/**
 * Inserts a claim and returns the expiry time of its lease. If another campaign is messaging this person, throws an error that
 * {@link isClaimedElsewhere} recognizes. The transaction is then rolled back.
 */
export async function insertClaim(transaction: Transaction, claim: NewClaim): Promise<string | null> {
  const row = await insertQuery.one(transaction, claim);
  return row.expires_at;
}

/** Checks whether an error means that another campaign claimed the same person first. */
export function isClaimedElsewhere(error: unknown): boolean {
  return isUniqueViolation(error, 'claims_user_id_recipient_key');
}

type Holder = { userId: number; deliveryId: number; claimId: string; installationId: string };

const renewQuery = compileOnce((db, holder: Holder) =>
  db
    .updateTable('claims')
    .set({ expires_at: secondsFromNow(leaseSeconds) })
    .where('user_id', '=', holder.userId)
    .where('delivery_id', '=', holder.deliveryId)
    .where('claim_id', '=', holder.claimId)
    .where('installation_id', '=', holder.installationId)
    .where('expires_at', 'is not', null)
    .returning('expires_at'),
);

/**
 * Renews a claim's lease in a single statement that locks only the claim's row. Returns the new expiry time, or null if the claim or its
 * lease has ended.
 */
export async function renewLease(db: Database, holder: Holder): Promise<string | null> {
  const row = await renewQuery.first(db, holder);
  return row?.expires_at ?? null;
}

const commitQuery = compileOnce((db, { user_id, id }: DeliveryKey) =>
  db
    .updateTable('claims')
    .set({
      committed_at: sql<string>`coalesce(committed_at, ${now})`,
      expires_at: secondsFromNow(leaseSeconds),
    })
    .where('user_id', '=', user_id)
    .where('delivery_id', '=', id)
    .returning('expires_at'),
);

/**
 * Records that the agent got the go-ahead to send, renews the lease, and returns the lease's expiry time. The record is kept
 * until the delivery has an outcome.
 */
export async function markCommitted(transaction: Transaction, { user_id, id }: DeliveryKey): Promise<string | null> {
  const row = await commitQuery.one(transaction, { user_id, id });
  return row.expires_at;
}

/**
 * Ends a claim's lease and schedules the agent's next check. If the claim no longer exists, creates it again, unless another campaign is
 * now messaging this person. In that case, writes nothing and returns false.
 */
export async function awaitCheck(transaction: Transaction, claim: NewClaim, seconds: number): Promise<boolean> {
  const waiting = { expires_at: null, check_at: secondsFromNow(seconds) };
  const held = await transaction
    .updateTable('claims')
    .set({ ...waiting, committed_at: sql<string>`coalesce(committed_at, ${now})` })
    .where('user_id', '=', claim.user_id)
    .where('delivery_id', '=', claim.delivery_id)
    .executeTakeFirst();
  if (held.numUpdatedRows > 0n) return true;
  const inserted = await transaction
    .insertInto('claims')
    .values({ ...claim, ...waiting, committed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

type Account = { userId: number; profileId: number };

/** Checks whether a computer currently holds a lease on one of an account's deliveries. */
export async function hasLease(
  db: Database,
  { userId, profileId, installationId }: Account & { installationId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('claims')
    .select('delivery_id')
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .where('installation_id', '=', installationId)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Leases a committed delivery again to the computer that claimed it, if the delivery is due for a check. Returns undefined if no
 * check is due.
 */
export function leaseForCheck(transaction: Transaction, account: Account & { installationId: string }) {
  return transaction
    .updateTable('claims')
    .set({ expires_at: secondsFromNow(leaseSeconds) })
    .where('user_id', '=', account.userId)
    .where('delivery_id', '=', (query) =>
      query
        .selectFrom('claims')
        .select('delivery_id')
        .where('user_id', '=', account.userId)
        .where('profile_id', '=', account.profileId)
        .where('installation_id', '=', account.installationId)
        .where('committed_at', 'is not', null)
        .where('expires_at', 'is', null)
        .where('check_at', '<=', now)
        .orderBy('check_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['delivery_id', 'expires_at'])
    .executeTakeFirst();
}

/** How long after the go-ahead an agent can still be working on the attempt. The agent gives up after this time (its `attemptMs`). */
const attemptSeconds = 600;

/**
 * SQL condition that matches deliveries whose message may be on its way although their claim is gone. Stopping a campaign ends its claims,
 * but an agent that has the go-ahead still sends the message. The condition matches for as long as a lease would have lasted.
 */
const isJustStopped = sql<boolean>`(deliveries.status = 'unknown' AND deliveries.reason = 'ended_before_known'
  AND deliveries.finished_at > ${secondsFromNow(-leaseSeconds)}
  AND EXISTS (SELECT FROM contacts c WHERE c.user_id = deliveries.user_id AND c.person = deliveries.recipient
    AND c.delivery_id = deliveries.id AND c.contacted_at > ${secondsFromNow(-attemptSeconds)}))`;

/** Checks whether a delivery's message may be on its way although its outcome is unknown, because its campaign was just stopped. */
export async function wasJustStopped(db: Database, { user_id, id }: DeliveryKey): Promise<boolean> {
  const found = await db
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where(isJustStopped)
    .executeTakeFirst();
  return found !== undefined;
}

/** Checks whether an agent may be sending one of the campaign's messages right now. */
export async function isAnyBeingSent(db: Database, { user_id, id }: CampaignKey): Promise<boolean> {
  const { rows } = await sql<{ is_being_sent: boolean }>`
    SELECT EXISTS (SELECT FROM claims WHERE user_id = ${user_id} AND campaign_id = ${id}
        AND committed_at IS NOT NULL AND expires_at > ${now})
      OR EXISTS (SELECT FROM deliveries WHERE user_id = ${user_id} AND campaign_id = ${id} AND ${isJustStopped}) AS is_being_sent`.execute(
    db,
  );
  return onlyRow(rows).is_being_sent;
}

/** Checks whether any campaign is messaging this person, or may still be, including campaigns whose agent has no go-ahead yet. */
export async function isBeingMessaged(db: Database, userId: number, person: string): Promise<boolean> {
  const { rows } = await sql<{ is_being_messaged: boolean }>`
    SELECT EXISTS (SELECT FROM claims WHERE user_id = ${userId} AND recipient = ${person})
      OR EXISTS (SELECT FROM deliveries WHERE user_id = ${userId} AND recipient = ${person} AND ${isJustStopped})
      AS is_being_messaged`.execute(db);
  return onlyRow(rows).is_being_messaged;
}

/**
 * Lists those of the `people` who may have received a message or may still receive a message, because an agent has the go-ahead and hasn't
 * reported the outcome yet. The result is sorted by username.
 */
export async function listInFlight(db: Database, userId: number, people: string[]): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    SELECT recipient FROM claims WHERE user_id = ${userId} AND recipient = ANY(${people}::text[]) AND committed_at IS NOT NULL
    UNION SELECT recipient FROM deliveries WHERE user_id = ${userId} AND recipient = ANY(${people}::text[]) AND ${isJustStopped}
    ORDER BY recipient`.execute(db);
  return rows.map(({ recipient }) => recipient);
}

export async function countBeingChecked(db: Database, { user_id, id }: CampaignKey): Promise<number> {
  const row = await db
    .selectFrom('claims')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .where('committed_at', 'is not', null)
    .where('expires_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.people;
}

/** Returns when the account's next check on this computer is due, or null if no delivery is waiting for a check there. */
export async function findDueCheckAt(
  transaction: Transaction,
  { userId, profileId, installationId }: Account & { installationId: string },
): Promise<string | null> {
  const row = await transaction
    .selectFrom('claims')
    .select(({ fn }) => fn.min('check_at').as('check_at'))
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .where('installation_id', '=', installationId)
    .where('committed_at', 'is not', null)
    .where('expires_at', 'is', null)
    .executeTakeFirst();
  return row?.check_at ?? null;
}

/** Checks whether a committed delivery is waiting for its agent's next check. */
export async function isAwaitingCheck(transaction: Transaction, { user_id, id }: DeliveryKey): Promise<boolean> {
  const row = await transaction
    .selectFrom('claims')
    .select('delivery_id')
    .where('user_id', '=', user_id)
    .where('delivery_id', '=', id)
    .where('committed_at', 'is not', null)
    .where('expires_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
