import type { Database } from '../../platform/database/database.ts';

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
      'campaign_logs.recipient',
      'campaign_logs.message',
      'campaign_logs.profile_name',
      'campaign_logs.created_at',
    ])
    .where('campaign_logs.user_id', '=', userId)
    .where('campaign_logs.campaign_id', '=', campaignId);
}

/** The last entries, oldest first. A report that arrives late is numbered later than what happened after it. */
export async function listLastLogs(db: Database, userId: number, campaignId: number, limit: number) {
  const newest = await logs(db, userId, campaignId).orderBy('campaign_logs.seq', 'desc').limit(limit).execute();
  return newest.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.seq - b.seq);
}

/** The numbers of all entries in order of time. */
export async function listSeqsByTime(db: Database, userId: number, campaignId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('campaign_logs')
    .select('seq')
    .where('user_id', '=', userId)
    .where('campaign_id', '=', campaignId)
    .orderBy('created_at')
    .orderBy('seq')
    .execute();
  return rows.map(({ seq }) => seq);
}

/** The entries with these numbers, in their order. */
export async function listLogsOf(db: Database, userId: number, campaignId: number, seqs: readonly number[]) {
  const rows = await logs(db, userId, campaignId).where('campaign_logs.seq', 'in', seqs).execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

/** The entries after a number, oldest first. */
export function listLogsAfter(db: Database, userId: number, campaignId: number, after: { seq: number; limit: number }) {
  return logs(db, userId, campaignId)
    .where('campaign_logs.seq', '>', after.seq)
    .orderBy('campaign_logs.seq')
    .limit(after.limit)
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
