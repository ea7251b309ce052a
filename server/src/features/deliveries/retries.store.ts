import type { Database, Transaction } from '../../platform/database/database.ts';
import { literal } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';

/*
 * Finds people whose delivery has failed and can be retried. Excludes people who were removed from the list, and messages that
 * failed only because the user reported them as not sent.
 */

function retryable(db: Database, { user_id, id }: CampaignKey) {
  return db
    .selectFrom('deliveries')
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .where('status', '=', literal('failed'))
    .where('recipient_id', 'is not', null)
    .where(({ eb, or }) => or([eb('reason', 'is', null), eb('reason', '<>', 'said_not_sent')]));
}

export async function countRetryable(db: Database, campaign: CampaignKey): Promise<number> {
  const { people } = await retryable(db, campaign)
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow();
  return people;
}

export async function isAnyRetryable(db: Database, campaign: CampaignKey): Promise<boolean> {
  return (await retryable(db, campaign).select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function listRetryable(transaction: Transaction, campaign: CampaignKey, limit: number): Promise<number[]> {
  const rows = await retryable(transaction, campaign).select('id').orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}
