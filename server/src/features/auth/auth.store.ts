import { sql } from 'kysely';
import type { Person } from '../../platform/access/person.ts';
import type { Database } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

const sessionSeconds = 30 * 86_400;

const personColumns = [
  'id',
  'username',
  'role',
  'pack',
  'subscription_end_date',
  'is_active',
  'created_at',
  'last_login',
] as const;

export function findUserByName(db: Database, username: string) {
  return db
    .selectFrom('users')
    .select([...personColumns, 'password_hash'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
}

export type NewUser = {
  username: string;
  password_hash: string;
  role?: 'admin' | 'user';
  subscription_end_date?: string | null;
};

export function insertUser(db: Database, user: NewUser): Promise<Person> {
  return db.insertInto('users').values(user).returning(personColumns).executeTakeFirstOrThrow();
}

export async function hasAdmin(db: Database): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Opens a session, records the sign-in, and deletes the user's expired sessions. */
export async function insertSession(db: Database, userId: number, tokenHash: Buffer): Promise<Person> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<', now).execute();
  await db
    .insertInto('sessions')
    .values({ user_id: userId, token_hash: tokenHash, expires_at: secondsFromNow(sessionSeconds) })
    .execute();
  return db
    .updateTable('users')
    .set({ last_login: now })
    .where('id', '=', userId)
    .returning(personColumns)
    .executeTakeFirstOrThrow();
}

export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOf(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Locks until the end of the transaction, so that only one process creates the first administrator. */
export async function lockFirstAdmin(db: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4711002)`.execute(db);
}
