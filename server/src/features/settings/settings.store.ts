import type { Settings } from '@sandpiper/contract/settings';
import type { Database } from '../../platform/database/database.ts';

const columns = ['max_retries', 'delay_start', 'delay_end'] as const;

export function getSettings(db: Database, userId: number): Promise<Settings> {
  return db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirstOrThrow();
}

export function updateSettings(db: Database, userId: number, settings: Settings): Promise<Settings> {
  return db.updateTable('users').set(settings).where('id', '=', userId).returning(columns).executeTakeFirstOrThrow();
}
