import type { Database } from './database.ts';
import { literal } from './expressions.ts';

/** Finds the newest unfinished campaign that uses the given list or template. */
export function findUnfinishedCampaign(
  db: Database,
  userId: number,
  uses: { list_id: number } | { message_template_id: number },
) {
  return db
    .selectFrom('campaigns')
    .select('name')
    .where('user_id', '=', userId)
    .where(({ and }) => and(uses))
    .where('status', 'in', [literal('pending'), literal('running'), literal('paused')])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
