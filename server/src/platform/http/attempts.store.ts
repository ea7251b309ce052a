import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { now } from '../database/expressions.ts';

/**
 * Counts one attempt. Begins a new window if the previous one has ended. Returns the new count, or null if the limit was already reached.
 */
export async function countAttempt(
  db: Database,
  keyHash: Buffer,
  { limit, windowSeconds }: { limit: number; windowSeconds: number },
): Promise<number | null> {
  const { rows } = await sql<{ count: number }>`
    INSERT INTO attempts AS a (key_hash, count, ends_at)
    VALUES (${keyHash}, 1, now() + make_interval(secs => ${windowSeconds}::float8))
    ON CONFLICT (key_hash) DO UPDATE SET
      count = CASE WHEN a.ends_at <= now() THEN 1 ELSE a.count + 1 END,
      ends_at = CASE WHEN a.ends_at <= now() THEN excluded.ends_at ELSE a.ends_at END
    WHERE a.ends_at <= now() OR a.count < ${limit}
    RETURNING a.count`.execute(db);
  return rows[0]?.count ?? null;
}

export async function uncountAttempt(db: Database, keyHash: Buffer): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ count: sql<number>`count - 1` })
    .where('key_hash', '=', keyHash)
    .where('count', '>', 0)
    .execute();
}

/** Returns the number of seconds until a key's window ends (negative if it has ended), or 0 if the key has no window. */
export async function secondsToEnd(db: Database, keyHash: Buffer): Promise<number> {
  const row = await db
    .selectFrom('attempts')
    .select(sql<number>`extract(epoch FROM ends_at - now())`.as('seconds'))
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return row?.seconds ?? 0;
}

export async function deleteEndedAttempts(db: Database): Promise<void> {
  await db.deleteFrom('attempts').where('ends_at', '<', now).execute();
}
