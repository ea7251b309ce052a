import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { DB } from '../../platform/database/database.types.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

/** How long a claim lasts without a sign of life. */
export const leaseSeconds = 60;

const columns = [
  'id',
  'user_id',
  'campaign_id',
  'recipient_id',
  'recipient',
  'status',
  'profile_id',
  'fence',
  'lease_expires_at',
  'attempts',
  'failures',
  'verify_first',
  'may_have_left',
  'reported_fence',
  'reported_outcome',
  'reason',
] as const;

export function findDelivery(db: Database, userId: number, id: number) {
  return db
    .selectFrom('deliveries')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

/** Whether a claim is still an agent's: also one that ran out, as long as nobody claimed since and it is not reported. */
export function isHeldBy({ fence, status, reported_fence }: Delivery, claimFence: number): boolean {
  if (fence !== claimFence) return false;
  return status === 'claimed' || ((status === 'pending' || status === 'unknown') && reported_fence !== fence);
}

export function lockDelivery(transaction: Transaction, userId: number, id: number) {
  return transaction
    .selectFrom('deliveries')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

type DeliveryKey = { user_id: number; id: number };

export function updateDelivery(
  transaction: Transaction,
  { user_id, id }: DeliveryKey,
  values: UpdateObject<DB, 'deliveries'>,
) {
  return transaction
    .updateTable('deliveries')
    .set(values)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

type Claimant = { userId: number; campaignId: number; profileId: number };

function ofCampaign(transaction: Transaction, { userId, campaignId }: Claimant) {
  return transaction.selectFrom('deliveries').where('user_id', '=', userId).where('campaign_id', '=', campaignId);
}

/** The claim this account holds in any campaign, if it holds one. */
export function findHeldDelivery(transaction: Transaction, { userId, profileId }: Claimant) {
  return transaction
    .selectFrom('deliveries')
    .select(['id', 'lease_expires_at'])
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .where('status', '=', 'claimed')
    .where('lease_expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
}

/** Whom this account may try now: first those it may already have sent to, then whoever waits. */
export async function findNextDelivery(transaction: Transaction, claimant: Claimant): Promise<Delivery | undefined> {
  const isReady = sql<boolean>`(retry_at IS NULL OR retry_at <= now())`;
  const uncertain = await ofCampaign(transaction, claimant)
    .select(columns)
    .where('status', '=', 'unknown')
    .where('profile_id', '=', claimant.profileId)
    .where(isReady)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (uncertain !== undefined) return uncertain;
  return ofCampaign(transaction, claimant)
    .select(columns)
    .where('status', '=', 'pending')
    .where('recipient_id', 'is not', null)
    .where(isReady)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** When the next person becomes ready who has to wait after a failure; null when nobody has. */
export async function findNextRetry(transaction: Transaction, claimant: Claimant): Promise<string | null> {
  const row = await ofCampaign(transaction, claimant)
    .select(sql<string | null>`min(retry_at)`.as('retry_at'))
    .where('retry_at', '>', now)
    .where(({ eb, or, and }) =>
      or([
        eb('status', '=', 'pending'),
        and([eb('status', '=', 'unknown'), eb('profile_id', '=', claimant.profileId)]),
      ]),
    )
    .executeTakeFirst();
  return row?.retry_at ?? null;
}

/** The account with its running campaign, its owner's settings and how it stands in that campaign. */
export function findSender(db: Database, userId: number, profileId: number) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('campaign_profiles', (join) =>
      join
        .onRef('campaign_profiles.user_id', '=', 'profiles.user_id')
        .onRef('campaign_profiles.profile_id', '=', 'profiles.id')
        .on('campaign_profiles.is_running', '=', true),
    )
    .select([
      'profiles.id',
      'profiles.profile_name',
      'profiles.profile_path',
      'profiles.insta_username',
      'profiles.is_active',
      'profiles.next_due_at',
      sql<boolean>`coalesce(profiles.next_due_at > now(), false)`.as('has_to_wait'),
      'users.role',
      'users.subscription_end_date',
      'users.max_retries',
      'users.delay_start',
      'users.delay_end',
      'campaign_profiles.campaign_id',
      'campaign_profiles.blocked_reason',
      sql<boolean>`campaign_profiles.blocked_at IS NOT NULL`.as('is_blocked'),
    ])
    .where('profiles.user_id', '=', userId)
    .where('profiles.id', '=', profileId)
    .executeTakeFirst();
}

export type Sender = NonNullable<Awaited<ReturnType<typeof findSender>>>;

/** No message of the account for so many seconds from now; null: it may send at once. */
export async function setNextDue(
  transaction: Transaction,
  userId: number,
  profileId: number,
  seconds: number | null,
): Promise<void> {
  await transaction
    .updateTable('profiles')
    .set({ next_due_at: seconds === null ? null : secondsFromNow(seconds) })
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .execute();
}

export async function blockAccount(
  transaction: Transaction,
  account: { userId: number; campaignId: number; profileId: number },
  reason: string,
): Promise<void> {
  await transaction
    .updateTable('campaign_profiles')
    .set({ blocked_at: now, blocked_reason: reason })
    .where('user_id', '=', account.userId)
    .where('campaign_id', '=', account.campaignId)
    .where('profile_id', '=', account.profileId)
    .execute();
}

/** Notes what keeps an account from sending; answers whether that is news. */
export async function setHindrance(
  transaction: Transaction,
  account: { userId: number; campaignId: number; profileId: number },
  hindrance: string | null,
): Promise<boolean> {
  const result = await transaction
    .updateTable('campaign_profiles')
    .set({ hindrance })
    .where('user_id', '=', account.userId)
    .where('campaign_id', '=', account.campaignId)
    .where('profile_id', '=', account.profileId)
    .where('hindrance', 'is distinct from', hindrance)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export type AccountWork = {
  profile_id: number;
  profile_name: string;
  profile_path: string;
  campaign_id: number;
  due_at: string | null;
};

/** The accounts that have somebody to message, and from when on. */
export async function listAccountWork(db: Database, userId: number): Promise<AccountWork[]> {
  const { rows } = await sql<AccountWork>`
    SELECT p.id AS profile_id, p.profile_name, p.profile_path, w.campaign_id,
      CASE WHEN w.due_at > now() THEN w.due_at END AS due_at
    FROM campaign_profiles cp
    JOIN profiles p ON p.user_id = cp.user_id AND p.id = cp.profile_id
    CROSS JOIN LATERAL (
      SELECT cp.campaign_id, greatest(p.next_due_at, CASE
        WHEN EXISTS (SELECT FROM deliveries d WHERE d.user_id = cp.user_id AND d.campaign_id = cp.campaign_id
          AND (d.status = 'pending' OR d.status = 'unknown' AND d.profile_id = cp.profile_id)
          AND (d.retry_at IS NULL OR d.retry_at <= now())) THEN NULL
        ELSE (SELECT min(d.retry_at) FROM deliveries d WHERE d.user_id = cp.user_id AND d.campaign_id = cp.campaign_id
          AND (d.status = 'pending' OR d.status = 'unknown' AND d.profile_id = cp.profile_id)) END) AS due_at
    ) w
    WHERE cp.user_id = ${userId} AND cp.is_running AND cp.blocked_at IS NULL AND p.is_active
      AND EXISTS (SELECT FROM deliveries d WHERE d.user_id = cp.user_id AND d.campaign_id = cp.campaign_id
        AND (d.status = 'pending' OR d.status IN ('claimed', 'unknown') AND d.profile_id = cp.profile_id))
    ORDER BY p.id`.execute(db);
  return rows;
}

/** Owners of running campaigns whose subscription has ended. */
export function listEndedSubscribers(db: Database, userId?: number) {
  return db
    .selectFrom('campaigns')
    .innerJoin('users', 'users.id', 'campaigns.user_id')
    .select(['campaigns.user_id', 'campaigns.id'])
    .where('campaigns.status', '=', 'running')
    .where('users.role', '<>', 'admin')
    .where(({ eb, or }) =>
      or([
        eb('users.subscription_end_date', 'is', null),
        eb('users.subscription_end_date', '<', sql<string>`(now() AT TIME ZONE 'UTC')::date`),
        eb('users.is_active', '=', false),
      ]),
    )
    .$if(userId !== undefined, (query) => query.where('campaigns.user_id', '=', userId ?? 0))
    .execute();
}
