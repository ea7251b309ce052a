import type { Database } from '../../platform/database/database.ts';

export function findCredentials(db: Database, userId: number, profileId: number) {
  return db
    .selectFrom('profiles')
    .select(['insta_username', 'insta_password_sealed', 'installation_id'])
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
