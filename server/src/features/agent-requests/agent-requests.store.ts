import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { OpenPage } from '@sandpiper/contract/account-requests';
import type { AgentRequestType } from '@sandpiper/contract/agent';
import { reasonText } from '@sandpiper/contract/reasons';
import type { Database } from '../../platform/database/database.ts';
import type { AgentRequests } from '../../platform/database/database.types.ts';
import { literal, now, secondsFromNow } from '../../platform/database/expressions.ts';
import { isHeld } from '../accounts/account-holds.service.ts';

/** How long a request stays pending before it fails. */
const requestTimeoutSeconds = 60;
/** How long requests count as recent after they are created, and how long a cleanup keeps them after they finish. */
const keptSeconds = 3600;

export type NewAgentRequest = Pick<Insertable<AgentRequests>, 'request_type'> &
  Partial<
    Pick<
      Insertable<AgentRequests>,
      | 'profile_id'
      | 'profile_path'
      | 'profile_name'
      | 'profile_ids'
      | 'is_default'
      | 'installation_id'
      | 'part_of'
      | 'page'
      | 'is_automatic'
    >
  >;

/** SQL expression for the time at which a request fails if no agent takes it or if the agent stops renewing the lease. */
const failsAt = sql<string>`CASE status
  WHEN 'pending' THEN created_at + make_interval(secs => ${requestTimeoutSeconds}::float8) ELSE lease_expires_at END`;
/**
 * SQL condition that matches expired requests. The periodic sweep marks them as failed only some time later, so queries compare the times
 * themselves.
 */
export const hasExpired = sql<boolean>`(status IN ('pending', 'running') AND ${failsAt} < ${now})`;
/**
 * SQL condition that matches requests about accounts if none of their Firefox profiles has been found on a computer. No agent can take such
 * a request.
 */
const isOnNoComputer = sql<boolean>`(SELECT coalesce(bool_and(p.installation_id IS NULL), false) FROM profiles p
  WHERE p.user_id = agent_requests.user_id AND p.deleted_at IS NULL
    AND (p.id = agent_requests.profile_id OR p.id = ANY(agent_requests.profile_ids)))`;
const expiryText = sql<string>`CASE
  WHEN status = 'pending' AND EXISTS (SELECT FROM restores WHERE confirmed_at IS NULL) THEN ${reasonText('server_restored')}
  WHEN status = 'pending' AND fence = 0 AND ${isOnNoComputer} THEN ${reasonText('no_computer')}
  WHEN status = 'pending' AND fence = 0 THEN 'No agent responded within a minute. Start the agent ' || CASE
    WHEN cardinality(profile_ids) > 1 THEN 'on the computer with these accounts '
    WHEN profile_id IS NOT NULL OR profile_ids <> '{}' THEN 'on the computer with this account '
    WHEN installation_id IS NOT NULL THEN 'on that computer ' ELSE '' END || 'and try again.'
  ELSE 'The agent stopped responding before it finished. Try again.' END`;

type Stored = Selectable<AgentRequests>;

export const requestColumns = [
  'id',
  'user_id',
  'request_type',
  sql<Stored['status']>`CASE WHEN ${hasExpired} THEN 'failed' ELSE status END`.as('status'),
  'profile_id',
  'profile_path',
  'profile_name',
  'profile_ids',
  'is_default',
  'installation_id',
  sql<OpenPage | null>`page`.as('page'),
  'progress',
  'results',
  sql<Stored['error_message']>`CASE WHEN ${hasExpired} THEN ${expiryText} ELSE error_message END`.as('error_message'),
  'created_at',
  sql<Stored['completed_at']>`CASE WHEN ${hasExpired} THEN ${failsAt} ELSE completed_at END`.as('completed_at'),
] as const;

/** Adds a request. The caller must announce it and, if `db` is a transaction, wait for the commit first. */
export function insertRequest(db: Database, userId: number, request: NewAgentRequest) {
  return db
    .insertInto('agent_requests')
    .values({ user_id: userId, ...request })
    .returning(requestColumns)
    .executeTakeFirstOrThrow();
}

export function findRequest(db: Database, userId: number, id: number) {
  return db
    .selectFrom('agent_requests')
    .select(requestColumns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Finds the user's pending or running request to list the Firefox profiles on a computer. If `installationId` is null, finds the one for
 * any computer.
 */
export function findOpenList(db: Database, userId: number, installationId: string | null) {
  return db
    .selectFrom('agent_requests')
    .select(requestColumns)
    .where('user_id', '=', userId)
    .where('request_type', '=', 'profiles_list')
    .where('installation_id', 'is not distinct from', installationId)
    .where('status', 'in', [literal('pending'), literal('running')])
    .where(sql<boolean>`NOT ${hasExpired}`)
    .executeTakeFirst();
}

/** Finds the pending or running request to open an account, with or without signing in. */
export function findOpening(db: Database, userId: number, profileId: number) {
  return db
    .selectFrom('agent_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .where('request_type', 'in', [literal('open'), literal('sign_in')])
    .where('status', 'in', [literal('pending'), literal('running')])
    .executeTakeFirst();
}

/** Returns the ID of the computer that most recently listed this Firefox profile, or null if none has. */
export async function findLister(db: Database, userId: number, path: string): Promise<string | null> {
  const row = await db
    .selectFrom('agent_requests')
    .select('installation_id')
    .where('user_id', '=', userId)
    .where('request_type', '=', 'profiles_list')
    .where('status', '=', 'completed')
    .where(sql<boolean>`results->'profiles' @> jsonb_build_array(jsonb_build_object('path', ${path}::text))`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.installation_id ?? null;
}

/** Lists requests of these types from the last hour, newest first, at most 500. */
export function listRecentRequests<Type extends AgentRequestType>(
  db: Database,
  userId: number,
  types: readonly Type[],
) {
  return db
    .selectFrom('agent_requests')
    .select(requestColumns)
    .$narrowType<{ request_type: Type }>()
    .where('user_id', '=', userId)
    .where('request_type', 'in', types)
    .where('created_at', '>', secondsFromNow(-keptSeconds))
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
}

/** Returns a page of requests of these types, newest first, and their total number. Leaves out parts of other requests. */
export async function listRequestHistory(
  db: Database,
  userId: number,
  types: readonly AgentRequestType[],
  page: { limit: number; offset: number },
) {
  const own = db
    .selectFrom('agent_requests')
    .where('user_id', '=', userId)
    .where('request_type', 'in', types)
    .where('part_of', 'is', null);
  const requests = await own
    .select(requestColumns)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { requests, total };
}

/**
 * Lists the parts of these requests, oldest first. An unread check of accounts on several computers consists of a first request, which is
 * for one computer, and parts, which are for the others.
 */
export function listParts(db: Database, userId: number, type: AgentRequestType, ids: readonly number[]) {
  return db
    .selectFrom('agent_requests')
    .select([...requestColumns, 'part_of'])
    .where('user_id', '=', userId)
    .where('request_type', '=', type)
    .where('part_of', 'in', [0, ...ids])
    .orderBy('id')
    .execute();
}

/**
 * Deletes all of a user's requests of these types and returns how many it deleted. If an agent is working on one of them, its report will
 * be rejected.
 */
export async function deleteRequests(
  db: Database,
  userId: number,
  types: readonly AgentRequestType[],
): Promise<number> {
  const result = await db
    .deleteFrom('agent_requests')
    .where('user_id', '=', userId)
    .where('request_type', 'in', types)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function deleteRequest(db: Database, userId: number, id: number): Promise<void> {
  await db.deleteFrom('agent_requests').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Deletes all users' requests for diagnostic reports that finished more than `seconds` seconds ago. */
export async function deleteShownReports(db: Database, seconds: number): Promise<void> {
  await db
    .deleteFrom('agent_requests')
    .where('request_type', '=', 'diagnostic_report')
    .where('completed_at', '<', secondsFromNow(-seconds))
    .execute();
}

/** Marks one user's or all users' expired requests as failed. */
export function failExpiredRequests(db: Database, userId?: number) {
  return db
    .updateTable('agent_requests')
    .set({ status: 'failed', completed_at: failsAt, error_message: expiryText })
    .where(hasExpired)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .returning(['id', 'user_id', 'request_type', 'status'])
    .execute();
}

/** Deletes a user's requests of these types that finished more than an hour ago. Returns how many it deleted. */
export async function deleteOldRequests(
  db: Database,
  userId: number,
  types: readonly AgentRequestType[],
): Promise<number> {
  const result = await db
    .deleteFrom('agent_requests')
    .where('user_id', '=', userId)
    .where('request_type', 'in', types)
    .where('completed_at', '<', secondsFromNow(-keptSeconds))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Lists the accounts with these IDs, each with its computer and whether it is on hold. Leaves out removed accounts. */
export async function listRequestAccounts(db: Database, userId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('profiles')
    .select(['id as profile_id', 'profile_name', 'profile_path', 'insta_username', 'installation_id'])
    .select(isHeld('profiles').as('is_held'))
    .where('user_id', '=', userId)
    .where('id', '=', sql<number>`ANY(${[...ids]}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}
