import type { Database } from '../../platform/database/database.ts';
import { literal } from '../../platform/database/expressions.ts';
import { isHeld } from '../accounts/account-holds.service.ts';

/** Lists the user's accounts, each with the running campaign that uses it, if any. */
export function listAccountsWithUse(db: Database, userId: number) {
  return db
    .selectFrom('profiles')
    .leftJoin('campaign_profiles', (join) =>
      join
        .onRef('campaign_profiles.user_id', '=', 'profiles.user_id')
        .onRef('campaign_profiles.profile_id', '=', 'profiles.id')
        .on('campaign_profiles.is_running', '=', literal(true)),
    )
    .leftJoin('campaigns', (join) =>
      join
        .onRef('campaigns.user_id', '=', 'campaign_profiles.user_id')
        .onRef('campaigns.id', '=', 'campaign_profiles.campaign_id'),
    )
    .select([
      'profiles.id',
      'profiles.profile_name',
      'profiles.profile_path',
      'profiles.is_active',
      'profiles.installation_id',
    ])
    .select(['campaigns.name as campaign_name', isHeld('profiles').as('is_held')])
    .where('profiles.user_id', '=', userId)
    .where('profiles.deleted_at', 'is', null)
    .orderBy('profiles.id')
    .execute();
}
