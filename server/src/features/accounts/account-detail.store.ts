import { sql } from 'kysely';
import type { CampaignStatus } from '@sandpiper/contract/campaign-status';
import type { Database } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';
import type { AccountKey } from '../../platform/database/keys.ts';

/** Reads the columns that an account's limits and current day are calculated from, and the database's current time. */
export function findLimited(db: Database, { userId, profileId }: AccountKey) {
  return db
    .selectFrom('profiles')
    .select(['timezone', 'lasting_day', 'lasting_until', 'daily_limit', 'ramp_start', 'ramp_step'])
    .select(['sending_day', 'sent_on_day', 'ramp_day', now.as('at')])
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

const shownHolds = 50;

/** Lists an account's latest holds, newest first. */
export function listHolds(db: Database, { userId, profileId }: AccountKey) {
  return db
    .selectFrom('account_holds')
    .select(['reason', 'detail', 'held_at', 'held_until', 'released_at'])
    .select(sql<boolean>`coalesce(held_until <= ${now}, false)`.as('is_over'))
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .orderBy('held_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownHolds)
    .execute();
}

/** Counts an account's holds by reason over the last `withinSeconds` seconds. Also returns when the latest hold for each reason began. */
export function countHoldsByReason(db: Database, { userId, profileId }: AccountKey, withinSeconds: number) {
  return db
    .selectFrom('account_holds')
    .select(['reason', sql<number>`count(*)::integer`.as('count'), sql<string>`max(held_at)`.as('last_at')])
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .where('held_at', '>', secondsFromNow(-withinSeconds))
    .groupBy('reason')
    .execute();
}

const shownCampaigns = 20;

type CampaignOfAccount = {
  id: number;
  name: string;
  status: CampaignStatus;
  total_list: number;
  total_sent: number;
  total_failed: number;
  sent: number;
  failed: number;
};

/**
 * Lists the latest campaigns that use an account, newest first. Includes campaigns that the account sent messages for before it was
 * removed from them. `sent` and `failed` count only this account's messages.
 */
export async function listCampaignsOf(db: Database, { userId, profileId }: AccountKey): Promise<CampaignOfAccount[]> {
  const { rows } = await sql<CampaignOfAccount>`
    WITH acts AS (
      SELECT campaign_id AS id, sum(sent) AS sent, sum(failed + unknown) AS failed
      FROM campaign_days WHERE user_id = ${userId} AND profile_id = ${profileId} GROUP BY campaign_id
    ), used AS (
      SELECT campaign_id AS id FROM campaign_profiles WHERE user_id = ${userId} AND profile_id = ${profileId}
      UNION SELECT id FROM acts
    )
    SELECT c.id, c.name, c.status, c.total_list, c.total_sent, c.total_failed,
      coalesce(acts.sent, 0) AS sent, coalesce(acts.failed, 0) AS failed
    FROM used JOIN campaigns c ON c.user_id = ${userId} AND c.id = used.id AND c.deleted_at IS NULL
    LEFT JOIN acts ON acts.id = c.id ORDER BY c.id DESC LIMIT ${shownCampaigns}`.execute(db);
  return rows;
}
