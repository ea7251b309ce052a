import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { literal, now, secondsFromNow } from '../../platform/database/expressions.ts';
import { isHeld } from '../accounts/account-holds.service.ts';
import { hasExpired, requestColumns } from './agent-requests.store.ts';

/* Queries for requests that are leased to agents. */

const leaseSeconds = 60;

type Computer = { userId: number; installationId: string; agentTokenId: number };

/**
 * Leases all pending requests that an agent's computer can handle. A request must be for this computer or for any computer. If it names
 * accounts, at least one of them must be on this computer and, for an unread check, not on hold. A request to close a campaign's windows
 * that is addressed to this computer is an exception, because the accounts may have been moved to another computer. Concurrent calls get
 * different requests.
 */
export async function claimRequests(db: Database, { userId, installationId, agentTokenId }: Computer) {
  const { rows } = await sql<{ id: number }>`
    SELECT r.id FROM agent_requests r
    WHERE r.user_id = ${userId} AND r.status = 'pending' AND NOT ${hasExpired}
      AND (r.installation_id IS NULL OR r.installation_id = ${installationId}) AND (
      r.profile_id IS NULL AND r.profile_ids = '{}'
      OR r.request_type = 'close_campaign' AND r.installation_id IS NOT NULL
      OR EXISTS (SELECT FROM profiles p WHERE p.user_id = r.user_id AND p.installation_id = ${installationId}
        AND p.deleted_at IS NULL AND (p.id = r.profile_id OR p.id = ANY(r.profile_ids))
        AND (r.request_type <> 'unread_check' OR NOT ${isHeld('p')})))`.execute(db);
  if (rows.length === 0) return [];
  const claimed = await db
    .updateTable('agent_requests')
    .set({
      status: 'running',
      agent_token_id: agentTokenId,
      fence: sql<number>`fence + 1`,
      progress: null,
      lease_expires_at: secondsFromNow(leaseSeconds),
    })
    .where('user_id', '=', userId)
    .where('status', '=', literal('pending'))
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .returning([...requestColumns, 'fence', sql<string>`lease_expires_at`.as('lease_expires_at')])
    .execute();
  return claimed.toSorted((a, b) => a.id - b.id);
}

/** A request that an agent has taken. */
export type Claim = { userId: number; agentTokenId: number; id: number; fence: number };

/** Renews a request's lease. `progress` is the agent's progress, as JSON. If it is null, the last reported progress remains. */
export function renewRequest(db: Database, { progress, ...claim }: Claim & { progress: string | null }) {
  return ownClaim(db, claim)
    .where('status', '=', literal('running'))
    .where('lease_expires_at', '>=', now)
    .set({ lease_expires_at: secondsFromNow(leaseSeconds), ...(progress === null ? {} : { progress }) })
    .returning(['id', 'user_id', 'request_type', 'status', 'lease_expires_at'])
    .executeTakeFirst();
}

/** Checks whether an agent is carrying out a request for which it may fill in an account's sign-in form. */
export async function hasSignInRequest(
  db: Database,
  { userId, agentTokenId, profileId }: { userId: number; agentTokenId: number; profileId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('agent_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('agent_token_id', '=', agentTokenId)
    .where('status', '=', literal('running'))
    .where('lease_expires_at', '>=', now)
    .where('request_type', 'in', ['sign_in', 'unread_check'])
    .where(sql<boolean>`(profile_id = ${profileId} OR ${profileId} = ANY(profile_ids))`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type Ending = { status: 'completed' | 'failed'; results: string | null; error_message: string | null };

/**
 * Records the outcome that an agent reports, unless the agent has already reported one. A late report replaces the failure that was
 * recorded when the lease expired. This is safe, because no other agent takes a failed request.
 */
export function finishRequest(db: Database, claim: Claim & { installationId: string | null }, ending: Ending) {
  return ownClaim(db, claim)
    .where('lease_expires_at', 'is not', null)
    .set({ ...ending, installation_id: claim.installationId, completed_at: now, lease_expires_at: null })
    .returning(['id', 'user_id', 'request_type', 'status', 'is_automatic'])
    .executeTakeFirst();
}

/** Returns an agent's unfinished requests to the queue. */
export function releaseRequests(db: Database, userId: number, agentTokenId: number) {
  return db
    .updateTable('agent_requests')
    .set({ status: 'pending', agent_token_id: null, lease_expires_at: null })
    .where('user_id', '=', userId)
    .where('agent_token_id', '=', agentTokenId)
    .where('status', '=', literal('running'))
    .returning(['id', 'user_id', 'request_type', 'status'])
    .execute();
}

function ownClaim(db: Database, { userId, agentTokenId, id, fence }: Claim) {
  return db
    .updateTable('agent_requests')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('agent_token_id', '=', agentTokenId)
    .where('fence', '=', fence);
}
