import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { literal, now } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';

/**
 * Checks whether anyone who can be messaged now is reserved for one of the `accounts`. A person is reserved for the account that had
 * contacted them last when the campaign started.
 */
export async function isAnyReservedFor(
  db: Database,
  campaign: CampaignKey,
  accounts: readonly number[],
): Promise<boolean> {
  if (accounts.length === 0) return false;
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', campaign.user_id)
    .where('campaign_id', '=', campaign.id)
    .where('status', '=', literal('pending'))
    .where(sql<boolean>`(retry_at IS NULL OR retry_at <= ${now})`)
    .where('recipient_id', 'is not', null)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM claims c WHERE c.user_id = deliveries.user_id AND c.recipient = deliveries.recipient)`,
    )
    .where(sql<boolean>`kept_for_profile_id = ANY(${[...accounts]}::bigint[])`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
