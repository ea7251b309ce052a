import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { CampaignLogs } from '../../platform/database/database.types.ts';
import { doNotContactMark, now, shownPerson } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';

export type Added = { list?: number; sent?: number; failed?: number; skipped?: number };
export type Totals = { total_list: number; total_sent: number; total_failed: number };

function totalsWith({ list, sent, failed, skipped }: Required<Added>) {
  return {
    total_list: sql<number>`total_list + ${list}::integer`,
    total_sent: sql<number>`total_sent + ${sent}::integer`,
    total_failed: sql<number>`total_failed + ${failed}::integer`,
    total_skipped: sql<number>`total_skipped + ${skipped}::integer`,
  };
}

const nothingAdded: Required<Added> = { list: 0, sent: 0, failed: 0, skipped: 0 };

const countersQuery = compileOnce((db, { user_id, id, list, sent, failed, skipped }: CampaignKey & Required<Added>) =>
  db
    .updateTable('campaigns')
    .set(totalsWith({ list, sent, failed, skipped }))
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(['total_list', 'total_sent', 'total_failed']),
);

export function addToCounters(transaction: Transaction, { user_id, id }: CampaignKey, added: Added): Promise<Totals> {
  return countersQuery.one(transaction, { user_id, id, ...nothingAdded, ...added });
}

/** A log entry. Without `created_at`, the entry gets the statement's time. */
export type NewLog = {
  action: CampaignLogs['action'];
  recipient?: string | null;
  message?: string | null;
  profile_id?: number | null;
  created_at?: Date;
};

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

function totalOf<Name extends keyof Totals>(name: Name) {
  return sql<number>`(SELECT ${sql.ref(name)} FROM numbered)`.as(name);
}

/** Returns SQL for an account's current name. */
export function profileNameOf(userId: number, profileId: number | null): RawBuilder<string | null> {
  return sql`(SELECT profile_name FROM profiles WHERE user_id = ${userId} AND id = ${profileId}::bigint)`;
}

const noDetails = { recipient: null, message: null, profile_id: null, created_at: null };

type Inserted = CampaignKey &
  Required<Added> & {
    action: CampaignLogs['action'];
    recipient: string | null;
    message: string | null;
    profile_id: number | null;
    created_at: Date | null;
  };

const insertLogQuery = compileOnce((db, entry: Inserted) =>
  db
    .with('numbered', (query) =>
      query
        .updateTable('campaigns')
        .set({
          last_log_seq: sql`last_log_seq + 1`,
          ...totalsWith({ list: entry.list, sent: entry.sent, failed: entry.failed, skipped: entry.skipped }),
        })
        .where('user_id', '=', entry.user_id)
        .where('id', '=', entry.id)
        .returning(['last_log_seq', 'total_list', 'total_sent', 'total_failed']),
    )
    .insertInto('campaign_logs')
    .values(({ selectFrom }) => ({
      user_id: entry.user_id,
      campaign_id: entry.id,
      seq: selectFrom('numbered').select('last_log_seq'),
      action: entry.action,
      recipient: entry.recipient,
      message: entry.message,
      profile_id: entry.profile_id,
      profile_name: profileNameOf(entry.user_id, entry.profile_id),
      created_at: sql<string>`coalesce(${entry.created_at}::timestamptz, ${now})`,
    }))
    .returning(logColumns)
    .returning([totalOf('total_list'), totalOf('total_sent'), totalOf('total_failed')]),
);

/**
 * Writes a log entry with the next sequence number, adds to the counters, and returns the entry and the new totals. The
 * campaign's lock prevents gaps in the sequence. The default timestamp is the statement's time instead of the transaction's,
 * because a transaction can write several entries and the log is sorted by time.
 */
export async function insertLog(
  transaction: Transaction,
  { user_id, id, name }: CampaignKey & { name: string },
  entry: NewLog,
  added: Added,
) {
  const row = await insertLogQuery.one(transaction, { user_id, id, ...nothingAdded, ...added, ...noDetails, ...entry });
  const { total_list, total_sent, total_failed, ...log } = row;
  return { log: { ...log, campaign_name: name }, totals: { total_list, total_sent, total_failed } };
}

/** Replaces a person's last log entry about an unknown or failed outcome. Returns null if there is no such entry. */
export async function correctLog(
  transaction: Transaction,
  campaign: CampaignKey & { name: string },
  { recipient, ...entry }: NewLog,
) {
  const row = await transaction
    .updateTable('campaign_logs')
    .set({ ...entry, profile_name: profileNameOf(campaign.user_id, entry.profile_id ?? null) })
    .where('user_id', '=', campaign.user_id)
    .where('campaign_id', '=', campaign.id)
    // Select only the last entry, because the entries about attempts before a retry stay as they are.
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

/** A delivery outcome that can still change, because of a later report, the user's answer or a retry. */
export type Correctable = { status: 'unknown' | 'failed'; profile_id: number | null; finished_at: string | null };

/**
 * Subtracts an outcome from its day's results. If the user has changed their time zone since, the outcome may have been counted up to two
 * days earlier or later.
 */
export async function uncountOutcome(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  { status, profile_id, finished_at }: Correctable,
  isToSubtract = sql<boolean>`true`,
): Promise<void> {
  const column = sql.ref(status);
  await sql`
    UPDATE campaign_days d SET ${column} = d.${column} - 1 FROM (
      SELECT k.user_id, k.campaign_id, k.profile_id, k.day FROM campaigns c
      JOIN campaign_days k ON k.user_id = c.user_id AND k.campaign_id = c.id
      CROSS JOIN (SELECT day_in(timezone, ${finished_at}::timestamptz) AS day FROM users WHERE id = ${user_id}) finished
      WHERE c.user_id = ${user_id} AND c.id = ${id} AND ${isToSubtract} AND k.profile_id = coalesce(${profile_id}::bigint, 0)
        AND k.day BETWEEN finished.day - 2 AND finished.day + 2 AND k.${column} > 0
      ORDER BY abs(k.day - finished.day) LIMIT 1
    ) counted
    WHERE d.user_id = counted.user_id AND d.campaign_id = counted.campaign_id AND d.profile_id = counted.profile_id
      AND d.day = counted.day`.execute(transaction);
}

/**
 * Subtracts an earlier outcome from its day's results if the outcome's log entry was deleted because of its age. The results still include
 * deleted entries, so the message would otherwise count twice when the corrected outcome is logged.
 */
export function uncountDeletedLog(
  transaction: Transaction,
  campaign: CampaignKey,
  outcome: Correctable,
): Promise<void> {
  return uncountOutcome(transaction, campaign, outcome, sql`c.logs_deleted_to >= ${outcome.finished_at}::timestamptz`);
}
