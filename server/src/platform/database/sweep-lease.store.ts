import { sql } from 'kysely';
import type { Database } from './database.ts';

/*
 * The lease is a row, not an advisory lock, because a connection pooler could give the lock's session to another client, and a frozen
 * process would keep holding the lock.
 */

/** Takes or renews the lease. Returns false if another process holds it. */
export async function takeSweepLease(db: Database, holder: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO sweep_lease AS lease (holder, ends_at)
    VALUES (${holder}, now() + make_interval(secs => ${seconds}::float8))
    ON CONFLICT (is_only_row) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
    WHERE lease.holder = excluded.holder OR lease.ends_at <= now()
    RETURNING lease.holder`.execute(db);
  return rows.length > 0;
}

export async function endSweepLease(db: Database, holder: string): Promise<void> {
  await db.deleteFrom('sweep_lease').where('holder', '=', holder).execute();
}
