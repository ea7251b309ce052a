import { sql } from 'kysely';
import type { Retention } from '@sandpiper/contract/retention';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

/** The stored settings, in days. 0 means forever, and null means the default. */
type Columns = {
  log_days: number | null;
  ended_campaign_days: number | null;
  agent_request_days: number | null;
  contact_message_days: number | null;
};

/** Returns the administrators' settings, or undefined if there are none. */
export function findRetention(db: Database): Promise<Columns | undefined> {
  return db
    .selectFrom('server_settings')
    .select(['log_days', 'ended_campaign_days', 'agent_request_days', 'contact_message_days'])
    .executeTakeFirst();
}

/** The periods to change, in days. Null means forever. */
export type RetentionChanges = { [Kind in keyof Retention]?: Retention[Kind] | undefined };

/** Stores only the given periods, so that administrators who change different periods at the same time don't overwrite each other. */
export async function updateRetention(transaction: Transaction, changes: RetentionChanges): Promise<void> {
  const stored = (days: number | null | undefined) => (days === undefined ? null : (days ?? 0));
  const values: Columns = {
    log_days: stored(changes.campaign_logs),
    ended_campaign_days: stored(changes.campaign_details),
    agent_request_days: stored(changes.agent_requests),
    contact_message_days: stored(changes.contact_messages),
  };
  await transaction
    .insertInto('server_settings')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('is_only_row').doUpdateSet(({ fn, ref }) => {
        const given = (column: keyof Columns) =>
          fn.coalesce(ref(`excluded.${column}`), ref(`server_settings.${column}`));
        return {
          log_days: given('log_days'),
          ended_campaign_days: given('ended_campaign_days'),
          agent_request_days: given('agent_request_days'),
          contact_message_days: given('contact_message_days'),
        };
      }),
    )
    .execute();
}

const hasEnded = sql<boolean>`c.status IN ('completed', 'failed') AND c.deleted_at IS NULL`;
const before = (days: number) => sql<string>`clock_timestamp() - ${days}::integer * interval '1 day'`;

/** Lists ended campaigns that have log entries older than this many days. */
export async function listWithOldLogs(db: Database, days: number, limit: number): Promise<CampaignKey[]> {
  const { rows } = await sql<CampaignKey>`
    SELECT c.user_id, c.id FROM campaigns c
    WHERE ${hasEnded} AND EXISTS (SELECT FROM campaign_logs l
      WHERE l.user_id = c.user_id AND l.campaign_id = c.id AND l.created_at < ${before(days)})
    LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Deletes up to `limit` of a campaign's log entries that are older than `days` days, oldest first. Records the time of the newest deleted
 * entry. Returns the number of deleted entries.
 */
export async function deleteOldLogs(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    WITH deleted AS (
      DELETE FROM campaign_logs WHERE user_id = ${user_id} AND campaign_id = ${id} AND seq = ANY(ARRAY(
        SELECT seq FROM campaign_logs WHERE user_id = ${user_id} AND campaign_id = ${id} AND created_at < ${before(days)}
        ORDER BY created_at, seq LIMIT ${limit}))
      RETURNING created_at
    ), noted AS (
      UPDATE campaigns SET logs_deleted_to = greatest(logs_deleted_to, (SELECT max(created_at) FROM deleted))
      WHERE user_id = ${user_id} AND id = ${id}
    )
    SELECT count(*) AS entries FROM deleted`.execute(transaction);
  return onlyRow(rows).entries;
}

/**
 * Lists campaigns that ended more than this many days ago and whose details haven't been deleted since. The order is fixed, so that each
 * sweep continues with the same campaigns until they are done.
 */
export async function listWithOldDetails(db: Database, days: number, limit: number): Promise<CampaignKey[]> {
  const { rows } = await sql<CampaignKey>`
    SELECT c.user_id, c.id FROM campaigns c
    WHERE ${hasEnded} AND c.completed_at < ${before(days)}
      AND (c.details_deleted_at IS NULL OR c.details_deleted_at < c.completed_at)
    ORDER BY c.user_id, c.id LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Deletes the details of a campaign's next deliveries: the variable values and the reason details. Starts after the delivery with ID
 * `after`. Returns the ID of the last delivery, or null if none is left or the campaign was restarted.
 */
export async function deleteDetails(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    WITH piece AS (
      SELECT d.id FROM deliveries d JOIN campaigns c ON c.user_id = d.user_id AND c.id = d.campaign_id AND ${hasEnded}
      WHERE d.user_id = ${user_id} AND d.campaign_id = ${id} AND d.id > ${after}
      ORDER BY d.id LIMIT ${limit}
    ), emptied AS (
      UPDATE deliveries SET variables = NULL, detail = NULL
      WHERE user_id = ${user_id} AND id = ANY(ARRAY(SELECT id FROM piece))
        AND (variables IS NOT NULL OR detail IS NOT NULL) AND status NOT IN ('claimed', 'committed')
    )
    SELECT max(id) AS last FROM piece`.execute(transaction);
  return rows[0]?.last ?? null;
}

export async function noteDetailsDeleted(transaction: Transaction, { user_id, id }: CampaignKey): Promise<void> {
  await sql`UPDATE campaigns c SET details_deleted_at = clock_timestamp()
    WHERE c.user_id = ${user_id} AND c.id = ${id} AND ${hasEnded}`.execute(transaction);
}

/** Deletes finished agent requests older than `days` days. Returns the number of deleted requests. */
export async function deleteOldRequests(
  transaction: Transaction,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const result = await transaction
    .deleteFrom('agent_requests')
    .where('id', 'in', (inner) =>
      inner
        .selectFrom('agent_requests')
        .select('id')
        .where('created_at', '<', before(days))
        .where('status', 'in', ['completed', 'failed'])
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Deletes contact messages older than `days` days, whether or not they could be emailed. Returns the number of deleted messages. */
export async function deleteOldContactMessages(
  transaction: Transaction,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const result = await transaction
    .deleteFrom('contact_messages')
    .where('id', 'in', (inner) =>
      inner
        .selectFrom('contact_messages')
        .select('id')
        .where('created_at', '<', before(days))
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
