import type { Database, Transaction } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';

/*
 * Finds the claims that agents haven't finished: expired claims, claims of an agent that has shut down, and committed claims without an
 * outcome.
 */

/**
 * Lists the IDs of a campaign's claimed but uncommitted deliveries: all deliveries that the computer `installationId` has claimed or, if
 * `installationId` is null, the deliveries whose claims have expired.
 */
export async function listEndedClaims(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  installationId: string | null,
): Promise<number[]> {
  const rows = await transaction
    .selectFrom('claims')
    .select('delivery_id')
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .where('committed_at', 'is', null)
    .$if(installationId === null, (query) => query.where('expires_at', '<', now))
    .$if(installationId !== null, (query) => query.where('installation_id', '=', installationId ?? ''))
    .orderBy('delivery_id')
    .execute();
  return rows.map((row) => row.delivery_id);
}

/**
 * Ends a computer's leases on committed deliveries or, if `computer` is null, the expired leases of all computers. The agents' checks of
 * these deliveries are then due immediately. Returns the number of leases that it ended.
 */
export async function endLeasesOfCommitted(
  db: Database,
  computer: { userId: number; installationId: string } | null,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('claims')
    .set({ expires_at: null, check_at: now })
    .where('committed_at', 'is not', null)
    .where('expires_at', 'is not', null)
    .$if(computer === null, (query) => query.where('expires_at', '<', now))
    .$if(computer !== null, (query) =>
      query.where('user_id', '=', computer?.userId ?? 0).where('installation_id', '=', computer?.installationId ?? ''),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Lists campaigns with expired uncommitted claims, in the order in which they must be locked. */
export function listCampaignsWithEndedClaims(db: Database): Promise<CampaignKey[]> {
  return db
    .selectFrom('claims')
    .select(['user_id', 'campaign_id as id'])
    .distinct()
    .where('committed_at', 'is', null)
    .where('expires_at', '<', now)
    .orderBy('id')
    .execute();
}

export function listCampaignsHeldBy(db: Database, userId: number, installationId: string): Promise<CampaignKey[]> {
  return db
    .selectFrom('claims')
    .select(['user_id', 'campaign_id as id'])
    .distinct()
    .where('user_id', '=', userId)
    .where('installation_id', '=', installationId)
    .where('committed_at', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Lists up to 500 deliveries that were committed more than `seconds` seconds ago and still have no outcome. After a restore from a backup,
 * agents can check messages only once an administrator has confirmed the restore, so the time counts from the confirmation.
 */
export function listLongUnreported(db: Database, seconds: number) {
  return db
    .selectFrom('claims')
    .select(['user_id', 'campaign_id', 'delivery_id'])
    .where('committed_at', '<', secondsFromNow(-seconds))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('restores')
            .select('id')
            .where(({ eb, or }) =>
              or([eb('confirmed_at', 'is', null), eb('confirmed_at', '>', secondsFromNow(-seconds))]),
            ),
        ),
      ),
    )
    .orderBy('delivery_id')
    .limit(500)
    .execute();
}

export async function listCommitted(transaction: Transaction, { user_id, id }: CampaignKey): Promise<number[]> {
  const rows = await transaction
    .selectFrom('claims')
    .select('delivery_id')
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', id)
    .where('committed_at', 'is not', null)
    .orderBy('delivery_id')
    .execute();
  return rows.map((row) => row.delivery_id);
}
