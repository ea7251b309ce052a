import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { now } from '../../platform/database/expressions.ts';

export type AgentState = { version: string; platform: string; is_paused: boolean; windows: string };

/** Notes a sign of life; answers how the agent stood before it. */
export async function noteSignOfLife(db: Database, userId: number, agentTokenId: number, state: AgentState) {
  const { rows } = await sql<{ was_online: boolean; was_paused: boolean }>`
    WITH before AS (
      SELECT coalesce(last_seen_at > now() - interval '45 seconds', false) AS was_online, is_paused AS was_paused
      FROM agent_tokens WHERE user_id = ${userId} AND id = ${agentTokenId}
    ), noted AS (
      UPDATE agent_tokens SET last_seen_at = now(), version = ${state.version}, platform = ${state.platform},
        is_paused = ${state.is_paused}, windows = ${state.windows}::jsonb, outdated_at = NULL
      WHERE user_id = ${userId} AND id = ${agentTokenId}
    )
    SELECT was_online, was_paused FROM before`.execute(db);
  return rows[0] ?? { was_online: false, was_paused: false };
}

/** Notes that an agent was refused for its version; answers whether that is news. */
export async function noteOutdated(
  db: Database,
  userId: number,
  agentTokenId: number,
  { version, platform }: Pick<AgentState, 'version' | 'platform'>,
): Promise<boolean> {
  const { rows } = await sql<{ is_news: boolean }>`
    WITH before AS (
      SELECT outdated_at IS NULL AS is_news FROM agent_tokens WHERE user_id = ${userId} AND id = ${agentTokenId}
    ), noted AS (
      UPDATE agent_tokens SET outdated_at = now(), version = ${version}, platform = ${platform}
      WHERE user_id = ${userId} AND id = ${agentTokenId}
    )
    SELECT is_news FROM before`.execute(db);
  return rows[0]?.is_news ?? false;
}

export async function noteSignOff(db: Database, userId: number, agentTokenId: number): Promise<void> {
  await db
    .updateTable('agent_tokens')
    .set({ last_seen_at: sql<string>`now() - interval '1 minute'`, windows: '[]' })
    .where('user_id', '=', userId)
    .where('id', '=', agentTokenId)
    .execute();
}

export function findCredentials(db: Database, userId: number, profileId: number) {
  return db
    .selectFrom('profiles')
    .select(['insta_username', 'insta_password_sealed'])
    .where('user_id', '=', userId)
    .where('id', '=', profileId)
    .executeTakeFirst();
}

/** Owners of agents that fell silent in the last while, so that their browsers can be told. */
export async function listFallenSilent(db: Database, withinSeconds: number): Promise<number[]> {
  const rows = await db
    .selectFrom('agent_tokens')
    .select('user_id')
    .distinct()
    .where('last_seen_at', '<', sql<string>`now() - interval '45 seconds'`)
    .where('last_seen_at', '>', sql<string>`now() - make_interval(secs => ${45 + withinSeconds})`)
    .execute();
  return rows.map((row) => row.user_id);
}

export async function readTime(db: Database): Promise<string> {
  const { rows } = await sql<{ time: string }>`SELECT ${now} AS time`.execute(db);
  return rows[0]?.time ?? new Date().toISOString();
}
