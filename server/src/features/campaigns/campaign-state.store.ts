import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { DB } from '../../platform/database/database.types.ts';
import { literal, secondsFromNow } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';

const lockedColumns = [
  'id',
  'user_id',
  'name',
  'status',
  'total_list',
  'total_sent',
  'total_failed',
  'total_skipped',
  'template_content',
  'variables',
  'text_key',
  'message_key',
  'allow_repeat',
  'cool_off_days',
  'skip_conversations',
  'hours',
  'start_at',
  'stopped_by_user',
  'list_id',
  'created_at',
  'started_at',
  'preparation',
] as const;

function lockedOf(db: Database, userId: number) {
  return db
    .selectFrom('campaigns')
    .select(lockedColumns)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate();
}

const lockQuery = compileOnce((db, { userId, id }: { userId: number; id: number }) =>
  lockedOf(db, userId).where('id', '=', id),
);

const lockOfDeliveryQuery = compileOnce((db, { userId, deliveryId }: { userId: number; deliveryId: number }) =>
  lockedOf(db, userId).where('id', '=', (inner) =>
    inner.selectFrom('deliveries').select('campaign_id').where('user_id', '=', userId).where('id', '=', deliveryId),
  ),
);

const lockOfAccountQuery = compileOnce((db, { userId, profileId }: { userId: number; profileId: number }) =>
  lockedOf(db, userId).where('id', '=', (inner) =>
    inner
      .selectFrom('campaign_profiles')
      .select('campaign_id')
      .where('user_id', '=', userId)
      .where('profile_id', '=', profileId)
      .where('is_running', '=', literal(true)),
  ),
);

/** Reads a campaign and locks it until the end of the transaction. Returns undefined if it doesn't exist or was deleted. */
export function lockCampaign(transaction: Transaction, userId: number, id: number) {
  return lockQuery.first(transaction, { userId, id });
}

/** Like `lockCampaign`, but takes the ID of one of the campaign's deliveries. */
export function lockCampaignOfDelivery(transaction: Transaction, userId: number, deliveryId: number) {
  return lockOfDeliveryQuery.first(transaction, { userId, deliveryId });
}

/** Like `lockCampaign`, but for the running campaign that uses an account. Returns undefined if there is none. */
export function lockCampaignOfAccount(transaction: Transaction, userId: number, profileId: number) {
  return lockOfAccountQuery.first(transaction, { userId, profileId });
}

export type LockedCampaign = NonNullable<Awaited<ReturnType<typeof lockCampaign>>>;

/** Reads what the answer to a claim needs, without locking the campaign. Returns undefined if the campaign doesn't exist or was deleted. */
export function findCampaignText(db: Database, userId: number, id: number) {
  return db
    .selectFrom('campaigns')
    .select([
      'id',
      'name',
      'template_content',
      'variables',
      'text_key',
      'message_key',
      'allow_repeat',
      'skip_conversations',
      'created_at',
    ])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export type CampaignText = NonNullable<Awaited<ReturnType<typeof findCampaignText>>>;

export function updateCampaign(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  values: UpdateObject<DB, 'campaigns'>,
) {
  return transaction
    .updateTable('campaigns')
    .set(values)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(lockedColumns)
    .executeTakeFirstOrThrow();
}

export async function releaseAccounts(transaction: Transaction, { user_id, id }: CampaignKey): Promise<void> {
  await transaction
    .updateTable('campaign_profiles')
    .set({ is_running: false })
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .execute();
}

/** SQL condition that checks whether an account `p` is usable: it isn't switched off, deleted, or on hold until its owner ends the hold. */
export const isUsable = sql<boolean>`(p.is_active AND p.deleted_at IS NULL
  AND (p.hold_reason IS NULL OR p.held_until IS NOT NULL))`;

/** Selects a campaign's usable accounts. If the campaign is running, leaves out accounts that it hasn't reserved. */
function usableAccounts(transaction: Transaction, { user_id, id }: CampaignKey) {
  return transaction
    .selectFrom('campaign_profiles as cp')
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.user_id', '=', 'cp.user_id').onRef('c.id', '=', 'cp.campaign_id'),
    )
    .innerJoin('profiles as p', (join) =>
      join.onRef('p.user_id', '=', 'cp.user_id').onRef('p.id', '=', 'cp.profile_id'),
    )
    .where('cp.user_id', '=', user_id)
    .where('cp.campaign_id', '=', id)
    .where(({ eb, or }) => or([eb('c.status', '<>', 'running'), eb('cp.is_running', '=', true)]))
    .where(isUsable);
}

export async function countUsableAccounts(transaction: Transaction, campaign: CampaignKey): Promise<number> {
  const row = await usableAccounts(transaction, campaign)
    .select(({ fn }) => fn.countAll<number>().as('usable'))
    .executeTakeFirstOrThrow();
  return row.usable;
}

/** Checks whether a campaign has at least one usable account. If the campaign has many accounts, this is faster than counting them. */
export async function hasUsableAccount(transaction: Transaction, campaign: CampaignKey): Promise<boolean> {
  const row = await usableAccounts(transaction, campaign).select('p.id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Counts a campaign's accounts that Instagram rate-limited in the last `seconds` seconds. Holds that were released aren't counted. */
export async function countLimited(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  seconds: number,
): Promise<number> {
  const row = await transaction
    .selectFrom('account_holds as h')
    .innerJoin('campaign_profiles as cp', (join) =>
      join.onRef('cp.user_id', '=', 'h.user_id').onRef('cp.profile_id', '=', 'h.profile_id'),
    )
    .select(({ fn }) => fn.count<number>('h.profile_id').distinct().as('limited'))
    .where('h.user_id', '=', user_id)
    .where('cp.campaign_id', '=', id)
    .where('h.reason', '=', 'rate_limited')
    .where('h.released_at', 'is', null)
    .where('h.held_at', '>', secondsFromNow(-seconds))
    .executeTakeFirstOrThrow();
  return row.limited;
}

/** Lists all of the user's running campaigns or, if `profileId` is set, only those that use this account. */
export function listRunningCampaigns(db: Database, userId: number, profileId?: number) {
  return db
    .selectFrom('campaigns')
    .select(['user_id', 'id'])
    .where('user_id', '=', userId)
    .where('status', '=', literal('running'))
    .where('deleted_at', 'is', null)
    .$if(profileId !== undefined, (query) =>
      query.where('id', 'in', (inner) =>
        inner
          .selectFrom('campaign_profiles')
          .select('campaign_id')
          .where('user_id', '=', userId)
          .where('profile_id', '=', profileId ?? 0)
          .where('is_running', '=', literal(true)),
      ),
    )
    .orderBy('id')
    .execute();
}

/** Lists all users' running campaigns that have no usable account, or nobody left to message or check. */
export async function listStuckCampaigns(db: Database): Promise<CampaignKey[]> {
  const { rows } = await sql<CampaignKey>`
    SELECT c.user_id, c.id FROM campaigns c
    WHERE c.status = 'running' AND c.deleted_at IS NULL AND (NOT EXISTS (
      SELECT FROM campaign_profiles cp JOIN profiles p ON p.user_id = cp.user_id AND p.id = cp.profile_id
      WHERE cp.user_id = c.user_id AND cp.campaign_id = c.id AND cp.is_running AND ${isUsable})
      OR NOT EXISTS (SELECT FROM deliveries d WHERE d.user_id = c.user_id AND d.campaign_id = c.id AND d.status = 'pending'
          AND d.recipient_id IS NOT NULL)
        AND NOT EXISTS (SELECT FROM claims l WHERE l.user_id = c.user_id AND l.campaign_id = c.id))
    ORDER BY c.id`.execute(db);
  return rows;
}
