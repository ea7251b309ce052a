import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';

/** Finds the latest restore that hasn't been confirmed. */
export function findAwaited(db: Database) {
  return db
    .selectFrom('restores')
    .select(['backup_made_at', 'restored_at', 'campaigns_paused_at'])
    .where('confirmed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function noteCampaignsPaused(db: Database): Promise<void> {
  await db.updateTable('restores').set({ campaigns_paused_at: now }).where('confirmed_at', 'is', null).execute();
}

/** Confirms all restored backups. Returns the number of backups that weren't confirmed before. */
export async function confirmAll(db: Database): Promise<number> {
  const result = await db
    .updateTable('restores')
    .set({ confirmed_at: now })
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Lists every user's running campaigns. */
export async function listRunningCampaigns(db: Database): Promise<CampaignKey[]> {
  const { rows } = await sql<CampaignKey>`
    SELECT user_id, id FROM campaigns WHERE status = 'running' ORDER BY id`.execute(db);
  return rows;
}
