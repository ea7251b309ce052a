import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { doNotContactMark, shownPerson } from '../../platform/database/expressions.ts';

function logs(db: Database, userId: number, campaignId: number) {
  return db
    .selectFrom('campaign_logs')
    .innerJoin('campaigns', (join) =>
      join
        .onRef('campaigns.user_id', '=', 'campaign_logs.user_id')
        .onRef('campaigns.id', '=', 'campaign_logs.campaign_id'),
    )
    .select([
      'campaign_logs.id',
      'campaign_logs.campaign_id',
      'campaigns.name as campaign_name',
      'campaign_logs.seq',
      'campaign_logs.action',
      shownPerson<string | null>('campaign_logs.recipient').as('recipient'),
      doNotContactMark('campaign_logs.user_id', 'campaign_logs.recipient').as('is_do_not_contact'),
      'campaign_logs.message',
      'campaign_logs.profile_name',
      'campaign_logs.created_at',
    ])
    .where('campaign_logs.user_id', '=', userId)
    .where('campaign_logs.campaign_id', '=', campaignId);
}

/**
 * Lists a campaign's latest log entries, oldest first. Sorts by time, because a late report's entry has a higher sequence number
 * than entries about later events.
 */
export async function listLastLogs(db: Database, userId: number, campaignId: number, limit: number) {
  const newest = await logs(db, userId, campaignId).orderBy('campaign_logs.seq', 'desc').limit(limit).execute();
  return newest.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.seq - b.seq);
}

export function listLogsAfter(db: Database, userId: number, campaignId: number, after: { seq: number; limit: number }) {
  return logs(db, userId, campaignId)
    .where('campaign_logs.seq', '>', after.seq)
    .orderBy('campaign_logs.seq')
    .limit(after.limit)
    .execute();
}

/** A position in the log when sorted by time. `time` is in UTC, with the database's full precision. */
export type LogPosition = { time: string; seq: number };

/** Lists a campaign's log entries after a position, sorted by time, with only the columns that the export needs. */
export function listLogsByTime(
  db: Database,
  userId: number,
  campaignId: number,
  { after, limit }: { after: LogPosition; limit: number },
) {
  return db
    .selectFrom('campaign_logs')
    .select([
      'seq',
      'action',
      shownPerson<string | null>('recipient').as('recipient'),
      'message',
      'profile_name',
      sql<string>`(created_at AT TIME ZONE 'UTC')::text`.as('time'),
    ])
    .where('user_id', '=', userId)
    .where('campaign_id', '=', campaignId)
    .where(sql<boolean>`(created_at, seq) > (${after.time}::timestamp AT TIME ZONE 'UTC', ${after.seq}::bigint)`)
    .orderBy('created_at')
    .orderBy('seq')
    .limit(limit)
    .execute();
}

export async function findLastSeq(db: Database, userId: number, campaignId: number): Promise<number> {
  const row = await db
    .selectFrom('campaigns')
    .select('last_log_seq')
    .where('user_id', '=', userId)
    .where('id', '=', campaignId)
    .executeTakeFirst();
  return row?.last_log_seq ?? 0;
}
