import { sql } from 'kysely';
import type { Insertable, UpdateObject } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CampaignLogs, DB } from '../../platform/database/database.types.ts';
import { secondsFromNow } from '../../platform/database/expressions.ts';

const lockedColumns = [
  'id',
  'user_id',
  'name',
  'status',
  'total_list',
  'total_sent',
  'total_failed',
  'template_content',
  'list_id',
  'created_at',
  'started_at',
  'preparation',
] as const;

/** Reads a campaign and keeps every other change of it off to the end of the transaction. Always the first lock. */
export function lockCampaign(transaction: Transaction, userId: number, id: number) {
  return transaction
    .selectFrom('campaigns')
    .select(lockedColumns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export type LockedCampaign = NonNullable<Awaited<ReturnType<typeof lockCampaign>>>;
export type CampaignKey = { user_id: number; id: number };

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

/** Adds to the counters and answers the sums. */
export function addToCounters(
  transaction: Transaction,
  key: CampaignKey,
  added: { list?: number; sent?: number; failed?: number },
) {
  return updateCampaign(transaction, key, {
    total_list: sql<number>`total_list + ${added.list ?? 0}`,
    total_sent: sql<number>`total_sent + ${added.sent ?? 0}`,
    total_failed: sql<number>`total_failed + ${added.failed ?? 0}`,
  });
}

export type NewLog = Pick<Insertable<CampaignLogs>, 'action'> &
  Partial<Pick<Insertable<CampaignLogs>, 'recipient' | 'message' | 'profile_id' | 'profile_name' | 'created_at'>>;

const logColumns = [
  'id',
  'campaign_id',
  'seq',
  'action',
  'recipient',
  'message',
  'profile_name',
  'created_at',
] as const;

/** Writes the next entry of a campaign's log. The campaign's lock makes its numbers gapless. */
export async function insertLog(transaction: Transaction, campaign: CampaignKey & { name: string }, entry: NewLog) {
  const { last_log_seq: seq } = await transaction
    .updateTable('campaigns')
    .set({ last_log_seq: sql`last_log_seq + 1` })
    .where('user_id', '=', campaign.user_id)
    .where('id', '=', campaign.id)
    .returning('last_log_seq')
    .executeTakeFirstOrThrow();
  const row = await transaction
    .insertInto('campaign_logs')
    .values({ user_id: campaign.user_id, campaign_id: campaign.id, seq, ...entry })
    .returning(logColumns)
    .executeTakeFirstOrThrow();
  return { ...row, campaign_name: campaign.name };
}

/** Corrects the entry about somebody who was given up and has the message after all. */
export async function turnFailedIntoSent(
  transaction: Transaction,
  campaign: CampaignKey & { name: string },
  recipient: string,
  sentAt: Date,
) {
  const row = await transaction
    .updateTable('campaign_logs')
    .set({ action: 'message_sent', message: null, created_at: sentAt })
    .where('user_id', '=', campaign.user_id)
    .where('campaign_id', '=', campaign.id)
    .where('recipient', '=', recipient)
    .where('action', '=', 'message_failed')
    .returning(logColumns)
    .executeTakeFirstOrThrow();
  return { ...row, campaign_name: campaign.name };
}

export async function releaseAccounts(transaction: Transaction, { user_id, id }: CampaignKey): Promise<void> {
  await transaction
    .updateTable('campaign_profiles')
    .set({ is_running: false })
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .execute();
}

/** What there still is to do: people waiting, people at an agent, people whose outcome is unknown. */
export async function findOpenWork(transaction: Transaction, { user_id, id }: CampaignKey) {
  const { rows } = await sql<{ has_pending: boolean; has_claimed: boolean; has_unknown: boolean }>`
    SELECT
      EXISTS (SELECT FROM deliveries WHERE user_id = ${user_id} AND campaign_id = ${id}
        AND status = 'pending' AND recipient_id IS NOT NULL) AS has_pending,
      EXISTS (SELECT FROM deliveries WHERE user_id = ${user_id} AND campaign_id = ${id}
        AND status = 'claimed') AS has_claimed,
      EXISTS (SELECT FROM deliveries WHERE user_id = ${user_id} AND campaign_id = ${id}
        AND status = 'unknown') AS has_unknown`.execute(transaction);
  return rows[0] ?? { has_pending: false, has_claimed: false, has_unknown: false };
}

/** How many accounts of a campaign could send, and how many only would have to be switched on. */
export async function countAccounts(transaction: Transaction, { user_id, id }: CampaignKey) {
  return transaction
    .selectFrom('campaign_profiles')
    .innerJoin('profiles', (join) =>
      join
        .onRef('profiles.user_id', '=', 'campaign_profiles.user_id')
        .onRef('profiles.id', '=', 'campaign_profiles.profile_id'),
    )
    .select([
      sql<number>`count(*) FILTER (WHERE blocked_at IS NULL AND is_active)`.as('usable'),
      sql<number>`count(*) FILTER (WHERE blocked_at IS NULL AND NOT is_active)`.as('inactive'),
    ])
    .where('campaign_profiles.user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Takes people off who were removed from the list before it was their turn; answers how many. */
export async function withdrawRemoved(transaction: Transaction, { user_id, id }: CampaignKey): Promise<number> {
  const result = await transaction
    .updateTable('deliveries')
    .set({ status: 'withdrawn' })
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .where('status', '=', 'pending')
    .where('recipient_id', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Why a delivery has failed of which it was never known whether it was sent. */
export const outcomeUnknown = 'outcome_unknown';

/** Deliveries with an unknown outcome whose account can look no more: blocked, switched off, removed, or the campaign's end came. */
export async function failUnverifiable(transaction: Transaction, { user_id, id }: CampaignKey, detail: string) {
  const { rows } = await sql<{ id: number; recipient: string; recipient_id: number | null; profile_id: number | null }>`
    UPDATE deliveries d SET status = 'failed', finished_at = now(), reason = ${outcomeUnknown}, detail = ${detail}
    WHERE d.user_id = ${user_id} AND d.campaign_id = ${id} AND d.status = 'unknown'
      AND NOT EXISTS (
        SELECT FROM campaign_profiles cp JOIN profiles p ON p.user_id = cp.user_id AND p.id = cp.profile_id
        WHERE cp.user_id = d.user_id AND cp.campaign_id = d.campaign_id AND cp.profile_id = d.profile_id
          AND cp.is_running AND cp.blocked_at IS NULL AND p.is_active)
    RETURNING d.id, d.recipient, d.recipient_id, d.profile_id`.execute(transaction);
  return rows;
}

export async function setRecipientStatus(
  transaction: Transaction,
  userId: number,
  recipientId: number | null,
  status: 'sent' | 'failed' | 'not_found',
): Promise<void> {
  if (recipientId === null) return;
  await transaction
    .updateTable('recipients')
    .set({ status })
    .where('user_id', '=', userId)
    .where('id', '=', recipientId)
    // Who has a message has it, whatever an earlier campaign comes to say late.
    .where('status', '!=', 'sent')
    .execute();
}

export async function findProfileName(db: Database, userId: number, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const row = await db
    .selectFrom('profiles')
    .select('profile_name')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.profile_name ?? null;
}

/** Whether an account has sent a message in the last seconds, in whatever campaign. */
export async function hasSentWithin(
  db: Database,
  { user_id, profile_id }: { user_id: number; profile_id: number },
  seconds: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('campaign_logs')
    .select('seq')
    .where('user_id', '=', user_id)
    .where('profile_id', '=', profile_id)
    .where('action', '=', 'message_sent')
    .where('created_at', '>', secondsFromNow(-seconds))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Running campaigns in which an account works, or of which any account does. */
export function listRunningCampaigns(db: Database, userId: number, profileId?: number) {
  return db
    .selectFrom('campaigns')
    .select(['user_id', 'id'])
    .where('user_id', '=', userId)
    .where('status', '=', 'running')
    .where('deleted_at', 'is', null)
    .$if(profileId !== undefined, (query) =>
      query.where('id', 'in', (inner) =>
        inner
          .selectFrom('campaign_profiles')
          .select('campaign_id')
          .where('user_id', '=', userId)
          .where('profile_id', '=', profileId ?? 0)
          .where('is_running', '=', true),
      ),
    )
    .orderBy('id')
    .execute();
}
