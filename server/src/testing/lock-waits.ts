import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transaction } from '../platform/database/database.ts';

/** Waits until another connection waits for a lock that this transaction holds. Works only on a database server. */
export async function untilWaitedFor(transaction: Transaction): Promise<void> {
  for (;;) {
    // Unlike pg_stat_activity, pg_locks always shows the current state, even within one transaction.
    const { rows } = await sql`
      SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`.execute(transaction);
    if (rows.length > 0) return;
    await setTimeout(5);
  }
}
