import { sql } from 'kysely';
import type { Settings } from '@sandpiper/contract/settings';
import type { Database } from '../../platform/database/database.ts';
import { isInvalidParameter } from '../../platform/database/postgres-errors.ts';

const columns = ['max_retries', 'delay_start', 'delay_end'] as const;

export function getSettings(db: Database, userId: number): Promise<Settings> {
  return db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirstOrThrow();
}

export function updateSettings(db: Database, userId: number, settings: Settings): Promise<Settings> {
  return db.updateTable('users').set(settings).where('id', '=', userId).returning(columns).executeTakeFirstOrThrow();
}

/** Sets a user's time zone. Returns false and changes nothing if the database doesn't know the time zone. */
export async function updateTimezone(db: Database, userId: number, timezone: string): Promise<boolean> {
  const ifKnown = sql<string>`CASE WHEN now() AT TIME ZONE ${timezone}::text IS NOT NULL THEN ${timezone}::text END`;
  try {
    await db.updateTable('users').set({ timezone: ifKnown }).where('id', '=', userId).execute();
    return true;
  } catch (error) {
    if (isInvalidParameter(error)) return false;
    throw error;
  }
}
