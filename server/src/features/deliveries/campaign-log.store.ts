import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CampaignLogs } from '../../platform/database/database.types.ts';
import { doNotContactMark, now, shownPerson } from '../../platform/database/expressions.ts';

type CampaignKey = { user_id: number; id: number };

export type Added = { list?: number; sent?: number; failed?: number; skipped?: number };

/** Adds to the counters and returns the new totals. */
export function addToCounters(transaction: Transaction, { user_id, id }: CampaignKey, added: Added) {
  return transaction
    .updateTable('campaigns')
    .set({
      total_list: sql<number>`total_list + ${added.list ?? 0}`,
      total_sent: sql<number>`total_sent + ${added.sent ?? 0}`,
      total_failed: sql<number>`total_failed + ${added.failed ?? 0}`,
      total_skipped: sql<number>`total_skipped + ${added.skipped ?? 0}`,
    })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(['total_list', 'total_sent', 'total_failed'])
    .executeTakeFirstOrThrow();
}

export type NewLog = Pick<Insertable<CampaignLogs>, 'action'> &
  Partial<Pick<Insertable<CampaignLogs>, 'recipient' | 'message' | 'profile_id' | 'profile_name' | 'created_at'>>;

const logColumns = [
  'id',
  'campaign_id',
  'seq',
  'action',
  shownPerson<string | null>('campaign_logs.recipient').as('recipient'),
  doNotContactMark('campaign_logs.user_id', 'campaign_logs.recipient').as('is_do_not_contact'),
  'message',
  'profile_name',
  'created_at',
] as const;

/**
 * Writes the next log entry. The campaign's lock keeps the sequence without gaps. The time is the statement's, because the
 * log is shown by time and one transaction writes several entries.
 */
export async function insertLog(transaction: Transaction, campaign: CampaignKey & { name: string }, entry: NewLog) {
  const row = await transaction
    .with('numbered', (query) =>
      query
        .updateTable('campaigns')
        .set({ last_log_seq: sql`last_log_seq + 1` })
        .where('user_id', '=', campaign.user_id)
        .where('id', '=', campaign.id)
        .returning('last_log_seq'),
    )
    .insertInto('campaign_logs')
    .values(({ selectFrom }) => ({
      user_id: campaign.user_id,
      campaign_id: campaign.id,
      seq: selectFrom('numbered').select('last_log_seq'),
      created_at: now,
      ...entry,
    }))
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
