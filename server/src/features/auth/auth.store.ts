import { sql } from 'kysely';
import { personColumns } from '../../platform/access/access.store.ts';
import type { Person } from '../../platform/access/person.ts';
import type { Database } from '../../platform/database/database.ts';

/** Converts a name to lower case as the database does. JavaScript converts some letters, such as `İ`, differently. */
export async function lowerCaseOf(db: Database, username: string): Promise<string> {
  const { name } = await db.selectNoFrom(sql<string>`lower(${username})`.as('name')).executeTakeFirstOrThrow();
  return name;
}

/** Finds a user by name, ignoring case. */
export function findUserByName(db: Database, username: string) {
  return db
    .selectFrom('users')
    .select([...personColumns, 'password_hash'])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
}

export async function findPasswordHash(db: Database, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return row?.password_hash ?? null;
}

export async function updatePasswordHash(db: Database, userId: number, password_hash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
}

/** Replaces a user's password hash. Returns false and changes nothing if the current hash is no longer `from`. */
export async function replacePasswordHash(
  db: Database,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
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

/** Takes a lock until the end of the transaction, so that only one process creates the first administrator. */
export async function lockFirstAdmin(db: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4711002)`.execute(db);
}
