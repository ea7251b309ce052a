import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { DB } from '../../platform/database/database.types.ts';
import { literal, now, secondsFromNow } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import type { Streaks } from './account-streaks.ts';

type Account = { userId: number; profileId: number };

function senders(db: Database, userId: number) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('campaign_profiles', (join) =>
      join
        .onRef('campaign_profiles.user_id', '=', 'profiles.user_id')
        .onRef('campaign_profiles.profile_id', '=', 'profiles.id')
        .on('campaign_profiles.is_running', '=', literal(true)),
    )
    .select([
      'profiles.id',
      'profiles.profile_name',
      'profiles.profile_path',
      'profiles.insta_username',
      'profiles.signed_in_as',
      'profiles.is_active',
      'profiles.installation_id',
      'profiles.hold_reason',
      'profiles.held_until',
      'profiles.next_due_at',
      'profiles.released_in_a_row',
      'profiles.not_found_in_a_row',
      'profiles.unexpected_people',
      'profiles.vanished_in_a_row',
      'profiles.undelivered_in_a_row',
      'profiles.timezone',
      'profiles.lasting_day',
      'profiles.lasting_until',
      'profiles.hours',
      'profiles.daily_limit',
      'profiles.ramp_start',
      'profiles.ramp_step',
      'profiles.sending_day',
      'profiles.sent_on_day',
      'profiles.ramp_day',
      now.as('at'),
      sql<boolean>`profiles.deleted_at IS NOT NULL`.as('is_deleted'),
      sql<boolean>`(profiles.hold_reason IS NOT NULL AND (profiles.held_until IS NULL OR profiles.held_until > ${now}))`.as(
        'is_held',
      ),
      sql<boolean>`coalesce(profiles.next_due_at > ${now}, false)`.as('has_to_wait'),
      'users.role',
      sql<boolean>`EXISTS (SELECT FROM restores WHERE confirmed_at IS NULL)`.as('awaits_restore'),
      'users.subscription_end_date',
      'users.max_retries',
      'users.delay_start',
      'users.delay_end',
      'campaign_profiles.campaign_id',
    ])
    .where('profiles.user_id', '=', userId);
}

const senderQuery = compileOnce((db, { userId, profileId }: Account) =>
  senders(db, userId).where('profiles.id', '=', profileId),
);

const senderOfDeliveryQuery = compileOnce((db, { userId, deliveryId }: { userId: number; deliveryId: number }) =>
  senders(db, userId).where('profiles.id', '=', (inner) =>
    inner.selectFrom('deliveries').select('profile_id').where('user_id', '=', userId).where('id', '=', deliveryId),
  ),
);

/** Finds an account with its running campaign and its owner's settings. */
export function findSender(db: Database, userId: number, profileId: number) {
  return senderQuery.first(db, { userId, profileId });
}

/** Like `findSender`, but for the account that has claimed a delivery. */
export function findSenderOfDelivery(db: Database, userId: number, deliveryId: number) {
  return senderOfDeliveryQuery.first(db, { userId, deliveryId });
}

export type Sender = NonNullable<Awaited<ReturnType<typeof findSender>>>;

/** Returns SQL for the earliest time of the next send: this many seconds from now, or the time already set if that is later. */
function laterBy(seconds: number) {
  return sql<string>`greatest(next_due_at, ${secondsFromNow(seconds)})`;
}

const delayQuery = compileOnce((db, { userId, profileId, seconds }: Account & { seconds: number }) =>
  db
    .updateTable('profiles')
    .set({ next_due_at: laterBy(seconds) })
    .where('user_id', '=', userId)
    .where('id', '=', profileId),
);

/** Postpones the earliest next send to this many seconds from now, unless it is already later. */
export function delayNextSend(transaction: Transaction, account: Account, seconds: number): Promise<void> {
  return delayQuery.run(transaction, { ...account, seconds });
}

export type AfterReport = Streaks & {
  wait_reason: string | null;
  wait_detail: string | null;
  /** How many seconds the account pauses. */
  pause: number;
};

const afterReportQuery = compileOnce((db, after: Account & AfterReport) =>
  db
    .updateTable('profiles')
    .set({
      released_in_a_row: after.released_in_a_row,
      not_found_in_a_row: after.not_found_in_a_row,
      unexpected_people: sql<string[]>`${after.unexpected_people}`,
      vanished_in_a_row: after.vanished_in_a_row,
      undelivered_in_a_row: after.undelivered_in_a_row,
      wait_reason: after.wait_reason,
      wait_detail: after.wait_detail,
      next_due_at: laterBy(after.pause),
    })
    .where('user_id', '=', after.userId)
    .where('id', '=', after.profileId),
);

export function updateAfterReport(transaction: Transaction, account: Account, after: AfterReport): Promise<void> {
  return afterReportQuery.run(transaction, { ...account, ...after });
}

export async function updateSender(
  transaction: Transaction,
  { userId, profileId }: Account,
  values: UpdateObject<DB, 'profiles'>,
): Promise<void> {
  await transaction
    .updateTable('profiles')
    .set(values)
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .execute();
}

/**
 * Finds another of the user's accounts that was last seen signed in as the same Instagram user. Leaves out accounts that are on hold for
 * this reason, so that the account that was seen first can continue.
 */
export function findSignedInAlike(transaction: Transaction, { userId, profileId }: Account, signedInAs: string) {
  return transaction
    .selectFrom('profiles')
    .select(['id', 'profile_name'])
    .where('user_id', '=', userId)
    .where('id', '<>', profileId)
    .where('signed_in_as', '=', signedInAs)
    .where('hold_reason', 'is distinct from', literal('same_instagram_account'))
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
}

export type AccountWork = {
  profile_id: number;
  profile_name: string;
  profile_path: string;
  campaign_id: number;
  due_at: string | null;
};

/**
 * Lists the accounts on a computer that have people to message or messages to check, and when each is due. Leaves out accounts that are
 * removed, switched off or on hold. The account that has waited longest comes first, because a computer can't work for all accounts at
 * once. Reads each campaign once, in the order in which its people are claimed, so that the database doesn't have to read all of the
 * campaign's people.
 */
export async function listAccountWork(
  db: Database,
  { userId, installationId }: { userId: number; installationId: string },
): Promise<AccountWork[]> {
  const { rows } = await sql<AccountWork>`
    WITH accounts AS MATERIALIZED (
      SELECT p.id, p.profile_name, p.profile_path, p.next_due_at, cp.campaign_id
      FROM profiles p LEFT JOIN campaign_profiles cp ON cp.user_id = p.user_id AND cp.profile_id = p.id AND cp.is_running
      WHERE p.user_id = ${userId} AND p.installation_id = ${installationId} AND p.is_active AND p.deleted_at IS NULL
        AND (p.hold_reason IS NULL OR p.held_until <= ${now})
    ), waiting AS MATERIALIZED (
      SELECT c.campaign_id, ready.is_ready, CASE WHEN ready.is_ready IS NULL THEN (SELECT min(d.retry_at) FROM deliveries d
        WHERE d.user_id = ${userId} AND d.campaign_id = c.campaign_id AND d.status = 'pending' AND d.retry_at IS NOT NULL) END AS retry_at
      FROM (SELECT DISTINCT campaign_id FROM accounts) c
      LEFT JOIN LATERAL (SELECT true AS is_ready FROM deliveries d WHERE d.user_id = ${userId} AND d.campaign_id = c.campaign_id
        AND d.status = 'pending' AND (d.retry_at IS NULL OR d.retry_at <= ${now}) ORDER BY d.turn, d.id LIMIT 1) ready ON true
    ), due AS (
      SELECT a.*, checks.campaign_id AS checked_campaign_id, checks.check_at,
        CASE WHEN w.is_ready OR w.retry_at IS NOT NULL THEN greatest(a.next_due_at, ${now}, w.retry_at) END AS send_at
      FROM accounts a LEFT JOIN waiting w ON w.campaign_id = a.campaign_id
      LEFT JOIN LATERAL (
        SELECT c.campaign_id, c.check_at FROM claims c WHERE c.user_id = ${userId} AND c.profile_id = a.id
          AND c.installation_id = ${installationId} AND c.committed_at IS NOT NULL AND c.expires_at IS NULL
        ORDER BY c.check_at LIMIT 1) checks ON true
    )
    SELECT id AS profile_id, profile_name, profile_path, coalesce(checked_campaign_id, campaign_id) AS campaign_id,
      CASE WHEN least(check_at, send_at) > ${now} THEN least(check_at, send_at) END AS due_at
    FROM due WHERE check_at IS NOT NULL OR send_at IS NOT NULL ORDER BY next_due_at NULLS FIRST, id`.execute(db);
  return rows;
}

/** SQL condition that matches users who have no valid subscription. Administrators don't need a subscription. */
const isWithoutSubscription = sql<boolean>`(users.role <> 'admin' AND (users.subscription_end_date IS NULL
  OR users.subscription_end_date < (${now} AT TIME ZONE 'UTC')::date))`;

/** Selects the running campaigns whose owner was deactivated, no longer has a valid subscription, or is to be deleted. */
function runningWithoutOwner(db: Database) {
  return db
    .selectFrom('campaigns')
    .innerJoin('users', 'users.id', 'campaigns.user_id')
    .select(['campaigns.user_id', 'campaigns.id'])
    .where('campaigns.status', '=', literal('running'))
    .where(({ eb, or }) =>
      or([isWithoutSubscription, eb('users.is_active', '=', false), eb('users.deletion_due_at', 'is not', null)]),
    );
}

export function listRunningWithoutOwner(db: Database): Promise<CampaignKey[]> {
  return runningWithoutOwner(db).execute();
}

type OwnerProblem = 'subscription_ended' | 'user_deactivated' | 'deletion_requested';

/** Returns why a campaign must not keep running because of its owner. Returns undefined if it can keep running. */
export async function findOwnerProblem(db: Database, { user_id, id }: CampaignKey): Promise<OwnerProblem | undefined> {
  const found = await runningWithoutOwner(db)
    .select(
      sql<OwnerProblem>`CASE WHEN ${isWithoutSubscription} THEN 'subscription_ended'
        WHEN NOT users.is_active THEN 'user_deactivated' ELSE 'deletion_requested' END`.as('problem'),
    )
    .where('campaigns.user_id', '=', user_id)
    .where('campaigns.id', '=', id)
    .executeTakeFirst();
  return found?.problem;
}
