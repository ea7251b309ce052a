import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { secondsFromNow } from '../../platform/database/expressions.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { isHeld } from '../accounts/account-holds.service.ts';
import { onlineSeconds } from '../../platform/access/access.store.ts';

export const queues = ['background_jobs', 'agent_requests', 'mails', 'unreported_messages'] as const;
export type Queue = { queue: (typeof queues)[number]; waiting: number; oldest_seconds: number };

/** Counts the waiting entries in each queue that isn't empty. Reads only small tables and partial indexes. */
export async function listQueues(db: Database): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    SELECT queue, count(*)::float8 AS waiting, extract(epoch FROM now() - min(since))::float8 AS oldest_seconds FROM (
      SELECT 'background_jobs' AS queue, created_at AS since FROM background_jobs
      UNION ALL SELECT 'agent_requests', created_at FROM agent_requests WHERE status = 'pending'
      UNION ALL SELECT 'mails', created_at FROM outgoing_mails
      UNION ALL SELECT 'unreported_messages', committed_at FROM claims WHERE committed_at IS NOT NULL) waiting
    GROUP BY queue`.execute(db);
  return rows;
}

export type Figures = { bytes: number; running_campaigns: number; online_agents: number; held_accounts: number };

export async function readFigures(db: Database): Promise<Figures> {
  const { rows } = await sql<Figures>`
    SELECT pg_database_size(current_database())::float8 AS bytes,
      (SELECT count(*)::float8 FROM campaigns WHERE status = 'running') AS running_campaigns,
      (SELECT count(*)::float8 FROM agent_tokens
        WHERE last_seen_at > ${secondsFromNow(-onlineSeconds)}) AS online_agents,
      (SELECT count(*)::float8 FROM profiles p WHERE p.deleted_at IS NULL AND ${isHeld('p')}) AS held_accounts
  `.execute(db);
  return onlyRow(rows);
}
