import { sql } from 'kysely';
import type { Insertable, UpdateObject } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CampaignLogs, DB } from '../../platform/database/database.types.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

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
  'text_key',
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

/** Reads a campaign and locks it until the end of the transaction. Always the first lock taken. */
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

/** What a campaign sends, read without a lock. */
export function findCampaignText(db: Database, userId: number, id: number) {
  return db
    .selectFrom('campaigns')
    .select(['id', 'name', 'template_content', 'text_key', 'allow_repeat', 'skip_conversations', 'created_at'])
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

export type Added = { list?: number; sent?: number; failed?: number; skipped?: number };

/** Adds to the counters and returns the new totals. */
export function addToCounters(transaction: Transaction, key: CampaignKey, added: Added) {
  return updateCampaign(transaction, key, {
    total_list: sql<number>`total_list + ${added.list ?? 0}`,
    total_sent: sql<number>`total_sent + ${added.sent ?? 0}`,
    total_failed: sql<number>`total_failed + ${added.failed ?? 0}`,
    total_skipped: sql<number>`total_skipped + ${added.skipped ?? 0}`,
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

/**
 * Writes the next log entry. The campaign's lock keeps the sequence without gaps. The time is the statement's, because the
 * log is shown by time and one transaction writes several entries.
 */
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
    .values({ user_id: campaign.user_id, campaign_id: campaign.id, seq, created_at: now, ...entry })
    .returning(logColumns)
    .executeTakeFirstOrThrow();
  return { ...row, campaign_name: campaign.name };
}

/** Replaces the log entry of a person whose outcome was unknown or has changed; null when there is none. */
export async function correctLog(
  transaction: Transaction,
  campaign: CampaignKey & { name: string },
  { recipient, ...entry }: NewLog,
) {
  const row = await transaction
    .updateTable('campaign_logs')
    .set(entry)
    .where('user_id', '=', campaign.user_id)
    .where('campaign_id', '=', campaign.id)
    // A person who failed and was retried has earlier entries, which stay.
    .where('seq', '=', (inner) =>
      inner
        .selectFrom('campaign_logs as l')
        .select(({ fn }) => fn.max('l.seq').as('seq'))
        .where('l.user_id', '=', campaign.user_id)
        .where('l.campaign_id', '=', campaign.id)
        .where('l.recipient', '=', recipient ?? null)
        .where('l.action', 'in', ['message_unknown', 'message_failed']),
    )
    .returning(logColumns)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, campaign_name: campaign.name };
}

export async function releaseAccounts(transaction: Transaction, { user_id, id }: CampaignKey): Promise<void> {
  await transaction
    .updateTable('campaign_profiles')
    .set({ is_running: false })
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .execute();
}

/** Counts the accounts that are not switched off, removed or held until their owner reviews them. */
export async function countUsableAccounts(transaction: Transaction, { user_id, id }: CampaignKey): Promise<number> {
  const row = await transaction
    .selectFrom('campaign_profiles as cp')
    .innerJoin('profiles as p', (join) =>
      join.onRef('p.user_id', '=', 'cp.user_id').onRef('p.id', '=', 'cp.profile_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('usable'))
    .where('cp.user_id', '=', user_id)
    .where('cp.campaign_id', '=', id)
    .where('p.is_active', '=', true)
    .where('p.deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('p.hold_reason', 'is', null), eb('p.held_until', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return row.usable;
}

/** Counts the accounts that Instagram has limited within the last seconds. */
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

/** Running campaigns that use this account, or any account when none is given. */
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

/** Running campaigns, of all users, without an account that could send or with nobody left to message or check. */
export async function listStuckCampaigns(db: Database): Promise<CampaignKey[]> {
  const { rows } = await sql<CampaignKey>`
    SELECT c.user_id, c.id FROM campaigns c
    WHERE c.status = 'running' AND c.deleted_at IS NULL AND (NOT EXISTS (
      SELECT FROM campaign_profiles cp JOIN profiles p ON p.user_id = cp.user_id AND p.id = cp.profile_id
      WHERE cp.user_id = c.user_id AND cp.campaign_id = c.id AND p.is_active AND p.deleted_at IS NULL
        AND (p.hold_reason IS NULL OR p.held_until IS NOT NULL))
      OR NOT EXISTS (SELECT FROM deliveries d WHERE d.user_id = c.user_id AND d.campaign_id = c.id AND d.status = 'pending')
        AND NOT EXISTS (SELECT FROM claims l WHERE l.user_id = c.user_id AND l.campaign_id = c.id))
    ORDER BY c.id`.execute(db);
  return rows;
}

/** A hash of a text: the same text counts as the same message. */
export async function readTextKey(db: Database, text: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`SELECT md5(${text}) AS key`.execute(db);
  return rows[0]?.key ?? '';
}
