import { sql } from 'kysely';
import type { Session } from '@sandpiper/contract/sessions';
import { personColumns } from '../../platform/access/access.store.ts';
import type { Person } from '../../platform/access/person.ts';
import type { Database } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';

export type NewSession = {
  userId: number;
  /** The hash that the password was checked against. If the user's hash has changed since then, no session is opened. */
  passwordHash: string;
  tokenHash: Buffer;
  maxSeconds: number;
  browser: string | null;
  address: string;
};

/** Opens a session and records the sign-in. Returns undefined if the password has changed or the user was deactivated. */
export async function insertSession(
  db: Database,
  { userId, passwordHash, tokenHash, maxSeconds, browser, address }: NewSession,
): Promise<Person | undefined> {
  // Lock the user's row before the session is inserted. A concurrent password change either sees this session and ends it, or
  // has already changed the hash, so that no session is opened.
  const person = await db
    .updateTable('users')
    .set({ last_login: now })
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .where('is_active', '=', true)
    .returning(personColumns)
    .executeTakeFirst();
  if (person === undefined) return undefined;
  await db
    .insertInto('sessions')
    .values({ user_id: userId, token_hash: tokenHash, expires_at: secondsFromNow(maxSeconds), browser, address })
    .execute();
  return person;
}

const idleEnd = (idleSeconds: number) => sql<string>`last_used_at + make_interval(secs => ${idleSeconds}::float8)`;

/** Lists the user's active sessions: the current one first, then by last use. */
export function listSessions(
  db: Database,
  userId: number,
  { currentId, idleSeconds }: { currentId: number; idleSeconds: number },
): Promise<Session[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'browser', 'address', 'created_at', 'last_used_at'])
    .select([
      sql<string>`least(expires_at, ${idleEnd(idleSeconds)})`.as('expires_at'),
      sql<boolean>`id = ${currentId}`.as('is_current'),
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where(idleEnd(idleSeconds), '>', now)
    .orderBy('is_current', 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Deletes a session. Returns the hash of its token, or undefined if the user has no session with this ID. */
export async function deleteSession(db: Database, userId: number, id: number): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('token_hash')
    .executeTakeFirst();
  return row?.token_hash;
}

/**
 * Deletes a user's sessions. If `exceptId` isn't null, keeps the session with this ID. Returns the hashes of the deleted sessions' tokens.
 */
export async function deleteSessionsOf(db: Database, userId: number, exceptId: number | null): Promise<Buffer[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId ?? 0))
    .returning('token_hash')
    .execute();
  return rows.map((row) => row.token_hash);
}

/** Records that the password was just entered in this session. */
export async function markConfirmed(db: Database, id: number): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', id).execute();
}

/** Deletes up to 1,000 expired sessions, no matter whose they are. */
export async function deleteEndedSessions(db: Database, idleSeconds: number): Promise<void> {
  await sql`DELETE FROM sessions WHERE token_hash = ANY(ARRAY(
    SELECT token_hash FROM sessions WHERE expires_at < ${now} OR last_used_at < ${secondsFromNow(-idleSeconds)}
    LIMIT 1000))`.execute(db);
}
