import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { literal, now } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import { isStartMissed } from './campaign-schedule.store.ts';

/* Queries for campaigns that are running or will run without a further click. */

/** SQL condition that checks whether a campaign `c` will start by itself at a scheduled time, or is being started right now. */
const isStarting = sql<boolean>`(c.status = 'pending' AND (c.start_at IS NOT NULL AND NOT ${isStartMissed}
  OR coalesce(c.preparing_until > ${now}, false)))`;

function activeCampaigns(db: Database, userId: number) {
  return db
    .selectFrom('campaigns as c')
    .where('c.user_id', '=', userId)
    .where('c.deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('c.status', '=', literal('running')), isStarting]));
}

/** Lists the user's campaigns that are running, scheduled to start, or being started. */
export function listActiveCampaigns(db: Database, userId: number) {
  return activeCampaigns(db, userId).select(['c.id', 'c.name']).orderBy('c.id').execute();
}

export function countActiveCampaigns(db: Database, userId: number) {
  return activeCampaigns(db, userId)
    .select([
      sql<number>`count(*) FILTER (WHERE c.status = 'running')`.as('running'),
      sql<number>`count(*) FILTER (WHERE c.status = 'pending')`.as('starting'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Reads how a locked campaign will start. Returns undefined if it won't start by itself. `start_at` is null if the campaign is due, or if
 * the user is starting it.
 */
export function findComingStart(transaction: Transaction, { user_id, id }: CampaignKey) {
  return activeCampaigns(transaction, user_id)
    .select([
      sql<string | null>`CASE WHEN c.start_at > ${now} THEN c.start_at END`.as('start_at'),
      'c.start_allow_repeat as allow_repeat',
      'c.start_review_key as review_key',
    ])
    .where('c.id', '=', id)
    .where('c.status', '=', literal('pending'))
    .executeTakeFirst();
}
