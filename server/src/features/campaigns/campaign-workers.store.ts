import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import { isUsable } from './campaign-state.store.ts';

/** SQL condition that checks whether an account `p` can work: it is usable, and its computer was online in the last day. */
export const canWork = sql<boolean>`(${isUsable} AND EXISTS (SELECT FROM agent_tokens t
  WHERE t.user_id = p.user_id AND t.installation_id = p.installation_id AND t.last_seen_at > ${now} - interval '1 day'))`;

/** Lists the IDs of the campaign's other accounts that can work: they are usable and their computer was online in the last day. */
export async function listOtherWorkers(
  transaction: Transaction,
  { user_id, id }: CampaignKey,
  profileId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM campaign_profiles cp JOIN profiles p ON p.user_id = cp.user_id AND p.id = cp.profile_id
    WHERE cp.user_id = ${user_id} AND cp.campaign_id = ${id} AND p.id <> ${profileId} AND cp.is_running AND ${canWork}`.execute(
    transaction,
  );
  return rows.map((row) => row.id);
}
