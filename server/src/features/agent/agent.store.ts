import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { now, secondsFromNow } from '../../platform/database/expressions.ts';
import { agentColumns, onlineSeconds, signedInAgentOf } from '../../platform/access/access.store.ts';
import type { FoundAgent } from '../../platform/access/access.store.ts';
import type { SignedInAgent } from '../../platform/access/person.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

export type AgentState = {
  version: string;
  platform: string;
  is_paused: boolean;
  windows: string;
  page_pack: string | null;
  installation_id: string;
  address: string;
  process_id: string;
  previous_process_id: string | null;
};

/** An agent's state before a heartbeat, and whether there may be work. */
type Presence = {
  is_running_twice: boolean;
  was_online: boolean;
  was_paused: boolean;
  /** Whether there is a pending request, for this agent or another of the user's agents. */
  has_requests: boolean;
  /** Whether an account on this computer takes part in a running campaign or has an open claim. */
  has_work: boolean;
  /** Whether there are accounts whose Firefox profiles the agent should look for on this computer. */
  has_questions: boolean;
  /** The database's current time. */
  time: string;
};

/**
 * Finds an agent by its token and records its heartbeat. Returns undefined if no agent has this token. Most heartbeats need no other query,
 * because there is no work. Records nothing while another agent process is online on the same computer or with the same token, or if the
 * user was deactivated.
 */
export async function recordHeartbeat(
  db: Database,
  tokenHash: Buffer,
  state: AgentState,
): Promise<(SignedInAgent & { presence: Presence }) | undefined> {
  const isOnline = sql`coalesce(t.last_seen_at > ${secondsFromNow(-onlineSeconds)}, false)`;
  const { rows } = await sql<FoundAgent & Presence>`
    WITH caller AS (
      SELECT ${agentColumns}, ${isOnline} AS was_online, t.is_paused AS was_paused
      FROM agent_tokens t JOIN users u ON u.id = t.user_id WHERE t.token_hash = ${tokenHash}
    ), twice AS (
      SELECT EXISTS (SELECT FROM agent_tokens t
        WHERE t.user_id = caller.id AND (t.id = caller.agent_id OR t.installation_id = ${state.installation_id})
          AND t.process_id <> ${state.process_id} AND t.process_id IS DISTINCT FROM ${state.previous_process_id}
          AND ${isOnline}) AS is_running_twice
      FROM caller
    ), noted AS (
      UPDATE agent_tokens t SET last_seen_at = statement_timestamp(), version = ${state.version},
        platform = ${state.platform}, is_paused = ${state.is_paused}, windows = ${state.windows}::jsonb,
        page_pack = ${state.page_pack}::jsonb,
        installation_id = ${state.installation_id}, address = ${state.address}, process_id = ${state.process_id}, outdated_at = NULL
      FROM caller, twice
      WHERE t.user_id = caller.id AND t.id = caller.agent_id AND caller.is_active AND NOT twice.is_running_twice
    )
    SELECT caller.*, twice.is_running_twice, statement_timestamp() AS time,
      EXISTS (SELECT FROM agent_requests r WHERE r.user_id = caller.id AND r.status = 'pending') AS has_requests,
      accounts.has_work, accounts.has_questions
    FROM caller, twice, LATERAL (
      -- Uses aggregates, because with EXISTS, the database would go through the accounts of all users until one matches.
      SELECT coalesce(bool_or(p.installation_id = ${state.installation_id} AND (
          EXISTS (SELECT FROM campaign_profiles cp WHERE cp.user_id = p.user_id AND cp.profile_id = p.id AND cp.is_running)
          OR EXISTS (SELECT FROM claims c WHERE c.user_id = p.user_id AND c.profile_id = p.id))), false) AS has_work,
        coalesce(bool_or(p.deleted_at IS NULL AND (p.installation_id IS NULL
          OR p.installation_id = ${state.installation_id} AND p.folder IS NULL)), false) AS has_questions
      FROM profiles p WHERE p.user_id = caller.id
    ) accounts`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { is_running_twice, was_online, was_paused, has_requests, has_work, has_questions, time, ...agent } = row;
  const presence = { is_running_twice, was_online, was_paused, has_requests, has_work, has_questions, time };
  return { ...signedInAgentOf(agent), presence };
}

/** Records that an agent's version was refused. Returns whether this is the first refusal since the agent was last accepted. */
export async function recordOutdatedAgent(
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

export async function recordSignOff(db: Database, userId: number, agentTokenId: number): Promise<void> {
  await db
    .updateTable('agent_tokens')
    .set({ last_seen_at: sql<string>`now() - interval '1 minute'`, windows: '[]' })
    .where('user_id', '=', userId)
    .where('id', '=', agentTokenId)
    .execute();
}

/** Lists the owners of agents that went offline in the last `withinSeconds` seconds, so that their browsers can be notified. */
export async function listOwnersOfNewlyOfflineAgents(db: Database, withinSeconds: number): Promise<number[]> {
  const rows = await db
    .selectFrom('agent_tokens')
    .select('user_id')
    .distinct()
    .where('last_seen_at', '<', secondsFromNow(-onlineSeconds))
    .where('last_seen_at', '>', secondsFromNow(-(onlineSeconds + withinSeconds)))
    .execute();
  return rows.map((row) => row.user_id);
}

export async function readTime(db: Database): Promise<string> {
  const { rows } = await sql<{ time: string }>`SELECT ${now} AS time`.execute(db);
  return onlyRow(rows).time;
}
