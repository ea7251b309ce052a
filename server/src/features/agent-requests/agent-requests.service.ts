import { reportedSignInSchema } from '@sandpiper/contract/accounts';
import { browserProfileListSchema, browserProfileTestSchema } from '@sandpiper/contract/browser-profiles';
import { unreadResultsSchema } from '@sandpiper/contract/unread-checks';
import type { AgentRequestType } from '@sandpiper/contract/agent';
import type { z } from 'zod';
import type { App } from '../../platform/app-context.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import {
  claimRequest,
  countWaitingRequests,
  deleteOldRequests,
  failStaleRequests,
  finishRequest,
  findRequest,
  insertRequest,
  listRecentRequests,
  listRequestAccounts,
  releaseRequests,
  renewRequest,
} from './agent-requests.store.ts';
import type { NewAgentRequest } from './agent-requests.store.ts';

/* What the web app asks of the agent. Accounts, unread checks and browser profiles are three views of it. */

type Changed = { id: number; user_id: number; request_type: AgentRequestType; status: string };

/** Tells the user's browsers about requests. After the change is durable. */
export function announceRequests(app: App, requests: readonly Changed[]): void {
  for (const { id, user_id, request_type, status } of requests) {
    app.events.toUser(user_id, 'agent_request_update', { request_id: id, request_type, status });
  }
}

/**
 * Puts a request in the queue and wakes the agent. A unique index refuses a second list and a second opening of one
 * account; who asks for those handles that error.
 */
export async function createAgentRequest(app: App, userId: number, request: NewAgentRequest) {
  const row = await insertRequest(app.db, userId, request);
  announceNewRequest(app, row);
  return row;
}

/** The same inside a transaction; announce it with {@link announceNewRequest} after the commit. */
export function addAgentRequest(transaction: Database, userId: number, request: NewAgentRequest) {
  return insertRequest(transaction, userId, request);
}

export function announceNewRequest(app: App, row: Changed): void {
  announceRequests(app, [row]);
  app.events.wakeAgents(row.user_id);
}

/** Fails the requests that nobody took or finished; everybody's, or one user's. Answers how many. */
export async function settleStaleRequests(app: App, userId?: number): Promise<number> {
  const failed = await failStaleRequests(app.db, userId);
  announceRequests(app, failed);
  return failed.length;
}

/** Settles stale requests and drops old ones of some types; answers how many it touched. */
export async function cleanUpRequests(app: App, userId: number, types: readonly AgentRequestType[]): Promise<number> {
  const settled = await settleStaleRequests(app, userId);
  return settled + (await deleteOldRequests(app.db, userId, types));
}

/** The requests of some types made in the last hour, newest first. */
export async function listRequests<T extends AgentRequestType>(app: App, userId: number, types: readonly T[]) {
  const rows = await listRecentRequests(app.db, userId, types);
  return rows.flatMap((row) => {
    const request_type = types.find((type) => type === row.request_type);
    return request_type === undefined ? [] : [{ ...row, profile_path: row.profile_path ?? '', request_type }];
  });
}

export function countWaiting(app: App, userId: number): Promise<number> {
  return countWaitingRequests(app.db, userId);
}

type AgentId = { userId: number; agentTokenId: number };

/** The oldest waiting request, for an agent to work on. */
export async function takeRequest(app: App, { userId, agentTokenId }: AgentId) {
  await settleStaleRequests(app, userId);
  const row = await claimRequest(app.db, userId, agentTokenId);
  if (row === undefined || row.lease_expires_at === null) return null;
  announceRequests(app, [row]);
  const ids = row.profile_id === null ? row.profile_ids : [row.profile_id];
  return {
    id: row.id,
    request_type: row.request_type,
    accounts: await listRequestAccounts(app.db, userId, ids),
    profile_name: row.profile_name,
    profile_path: row.profile_path,
    is_default: row.is_default,
    fence: row.fence,
    lease_expires_at: row.lease_expires_at,
  };
}

type Claim = AgentId & { id: number; fence: number };

export async function keepRequest(app: App, claim: Claim): Promise<{ lease_expires_at: string }> {
  const row = await renewRequest(app.db, claim);
  if (row === undefined || row.lease_expires_at === null) throw await lostClaim(app, claim);
  return { lease_expires_at: row.lease_expires_at };
}

type Report = { status: 'completed' | 'failed'; results?: unknown; error_message: string | null };

/** Writes down how a request ended. A report of a claim that is no longer the agent's changes nothing. */
export async function reportRequest(app: App, claim: Claim, report: Report): Promise<{ recorded: boolean }> {
  const request = await findRequest(app.db, claim.userId, claim.id);
  if (request === undefined) throw notFound('Request');
  const results = report.status === 'completed' ? checkedResults(request.request_type, report.results) : null;
  const row = await finishRequest(app.db, claim, {
    status: report.status,
    results: results === null ? null : JSON.stringify(results),
    error_message: report.status === 'failed' ? (report.error_message ?? 'The agent could not do it.') : null,
  });
  if (row !== undefined) announceRequests(app, [row]);
  return { recorded: row !== undefined };
}

/** An agent that ends gives back what it had not finished. */
export async function returnRequests(app: App, { userId, agentTokenId }: AgentId): Promise<void> {
  announceRequests(app, await releaseRequests(app.db, userId, agentTokenId));
}

async function lostClaim(app: App, claim: Claim): Promise<AppError> {
  const request = await findRequest(app.db, claim.userId, claim.id);
  if (request === undefined) return notFound('Request');
  return new AppError('lease_lost', 'This request is no longer yours: its time ran out, or it is finished.');
}

const resultSchemas: Partial<Record<AgentRequestType, z.ZodType>> = {
  sign_in: reportedSignInSchema,
  profiles_list: browserProfileListSchema,
  profiles_test: browserProfileTestSchema,
  unread_check: unreadResultsSchema,
};

function checkedResults(type: AgentRequestType, results: unknown): unknown {
  const schema = resultSchemas[type];
  if (schema === undefined) return null;
  const parsed = schema.safeParse(results);
  if (parsed.success) return parsed.data;
  throw new AppError('validation_failed', 'These results are not of the form this request asks for.', {
    fields: { results: parsed.error.issues[0]?.message ?? 'Wrong form' },
  });
}
