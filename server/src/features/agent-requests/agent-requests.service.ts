import { reportedCloseSchema, reportedOpenSchema, reportedSignInSchema } from '@sandpiper/contract/account-requests';
import { browserProfileListSchema, browserProfileTestSchema } from '@sandpiper/contract/browser-profiles';
import { reportedDiagnosticsSchema } from '@sandpiper/contract/diagnostic-reports';
import { reasonText } from '@sandpiper/contract/reasons';
import { unreadResultsSchema } from '@sandpiper/contract/unread-checks';
import type { UnreadProgress, UnreadResult, UnreadResults } from '@sandpiper/contract/unread-checks';
import type { AgentRequestType } from '@sandpiper/contract/agent';
import type { z } from 'zod';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { isAwaitingRestore } from '../../platform/database/restores.store.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { recordUnreadCounts } from '../unread-counts/unread-counts.service.ts';
import type { FoundCount } from '../unread-counts/unread-counts.service.ts';
import {
  deleteOldRequests,
  deleteShownReports,
  failExpiredRequests,
  findRequest,
  insertRequest,
  listRequestAccounts,
} from './agent-requests.store.ts';
import type { NewAgentRequest } from './agent-requests.store.ts';
import { claimRequests, finishRequest, releaseRequests, renewRequest } from './request-claims.store.ts';
import type { Claim } from './request-claims.store.ts';
import { profileUseText } from './used-profiles.service.ts';

/*
 * The queue of the web app's requests to the agents. The features for accounts, campaigns, unread checks, Firefox profiles and diagnostic
 * reports all use this queue.
 */

export {
  deleteRequest,
  deleteRequests,
  findLister,
  findOpening,
  findOpenList,
  insertRequest,
  listParts,
  listRecentRequests,
  listRequestHistory,
} from './agent-requests.store.ts';
export { hasSignInRequest } from './request-claims.store.ts';

type Changed = { id: number; user_id: number; request_type: AgentRequestType; status: string };

/** Notifies the users' browsers of new or changed requests. Call this function only after the commit. */
export function announceRequests(app: App, requests: readonly Changed[]): void {
  for (const { id, user_id, request_type, status } of requests) {
    app.events.toUser(user_id, 'agent_request_update', { request_id: id, request_type, status });
  }
}

/**
 * Queues a request and wakes the user's agents. If there is already an unfinished request to list the same computer's Firefox profiles
 * or to open the same account, throws a unique violation, which the caller has to handle.
 */
export async function createAgentRequest(app: App, userId: number, request: NewAgentRequest) {
  // The unique indexes include expired requests, so expired requests have to be marked as failed first.
  await settleExpiredRequests(app, userId);
  const row = await insertRequest(app.db, userId, request);
  announceNewRequest(app, row);
  return row;
}

export function announceNewRequest(app: App, row: Changed): void {
  announceRequests(app, [row]);
  app.events.wakeAgents(row.user_id);
}

/** Marks one user's or all users' requests as failed if no agent took or finished them in time. Returns how many it marked. */
export async function settleExpiredRequests(app: App, userId?: number): Promise<number> {
  const failed = await failExpiredRequests(app.db, userId);
  announceRequests(app, failed);
  return failed.length;
}

/**
 * Marks all of a user's expired requests as failed, and deletes the user's old requests of these types. Returns the total number of
 * changed and deleted requests.
 */
export async function cleanUpRequests(app: App, userId: number, types: readonly AgentRequestType[]): Promise<number> {
  const settled = await settleExpiredRequests(app, userId);
  return settled + (await deleteOldRequests(app.db, userId, types));
}

/** Returns the user's request with this ID if it is of one of these types, otherwise undefined. */
export async function oneRequest(app: App, userId: number, types: readonly AgentRequestType[], id: number) {
  const request = await findRequest(app.db, userId, id);
  return request !== undefined && types.includes(request.request_type) ? request : undefined;
}

/** How long finished diagnostic reports are kept, in case the web app doesn't delete them after showing them. */
const shownSeconds = 600;

export function forgetShownReports(app: App): Promise<void> {
  return deleteShownReports(app.db, shownSeconds);
}

type AgentId = { userId: number; agentTokenId: number };

/**
 * Leases all pending requests that an agent's computer can handle. Returns none while an administrator still has to confirm a restore. Each
 * returned request lists only the accounts on this computer, and an unread check lists only those that aren't on hold. However, a request
 * to close a campaign's windows lists all of its accounts if it is addressed to this computer.
 */
export async function takeRequests(app: App, agent: AgentId & { installationId: string }) {
  if (await isAwaitingRestore(app.db)) return [];
  const claimed = await withoutUsedProfiles(app, agent, await claimRequests(app.db, agent));
  announceRequests(app, claimed);
  const accounts = await listRequestAccounts(app.db, agent.userId, claimed.flatMap(accountIdsOf));
  return claimed.map((request) => ({
    id: request.id,
    request_type: request.request_type,
    accounts: accounts
      .filter((account) => accountIdsOf(request).includes(account.profile_id) && isOffered(request, account, agent))
      .map(({ installation_id: _id, is_held: _held, ...account }) => account),
    profile_name: request.profile_name,
    profile_path: request.profile_path,
    is_default: request.is_default,
    page: request.page,
    fence: request.fence,
    lease_expires_at: request.lease_expires_at,
  }));
}

/**
 * Marks a request to delete a Firefox profile as failed if an account has started to use the profile since the request was queued. Returns
 * the other requests. The check comes after the claim, so an account that is added before the claim is never missed.
 */
async function withoutUsedProfiles(
  app: App,
  { userId, agentTokenId, installationId }: AgentId & { installationId: string },
  claimed: Awaited<ReturnType<typeof claimRequests>>,
) {
  const usable: typeof claimed = [];
  for (const request of claimed) {
    const { id, fence, request_type, profile_path: path } = request;
    const isDeletion = request_type === 'profiles_delete' && path !== null;
    const text = isDeletion ? await profileUseText(app.db, userId, { path, computerId: installationId }) : null;
    if (text === null) usable.push(request);
    else {
      const claim = { userId, agentTokenId, installationId, id, fence };
      const failed = await finishRequest(app.db, claim, { status: 'failed', results: null, error_message: text });
      if (failed !== undefined) announceRequests(app, [failed]);
    }
  }
  return usable;
}

type AboutAccounts = { request_type: AgentRequestType; profile_id: number | null; profile_ids: number[] };

function accountIdsOf({ profile_id, profile_ids }: AboutAccounts): number[] {
  return profile_id === null ? profile_ids : [profile_id];
}

type Offer = AboutAccounts & { installation_id: string | null };

/**
 * Checks whether a request that goes to this computer may include an account. Unread checks skip accounts on hold, but the owner can still
 * open these accounts.
 */
function isOffered(
  { request_type, installation_id }: Offer,
  account: { installation_id: string | null; is_held: boolean },
  { installationId }: { installationId: string },
): boolean {
  if (request_type === 'close_campaign' && installation_id !== null) return true;
  return account.installation_id === installationId && (request_type !== 'unread_check' || !account.is_held);
}

/** Renews a request's lease. If the agent also reports its progress, stores the progress and notifies the user's browsers. */
export async function keepRequest(
  app: App,
  claim: Claim,
  progress: UnreadProgress | undefined,
): Promise<{ lease_expires_at: string }> {
  const row = await renewRequest(app.db, {
    ...claim,
    progress: progress === undefined ? null : JSON.stringify(progress),
  });
  if (row === undefined || row.lease_expires_at === null) throw await lostClaim(app, claim);
  if (progress !== undefined) announceRequests(app, [row]);
  return { lease_expires_at: row.lease_expires_at };
}

type Report = { status: 'completed' | 'failed'; results?: unknown; error_message: string | null };

/**
 * Records a request's outcome, even if the lease has expired. Changes nothing if an outcome has already been reported, or if the request
 * has been returned to the queue since the agent took it. Throws `validation_failed` if the results have the wrong format, and `not_found`
 * if the request doesn't exist.
 */
export async function reportRequest(
  app: App,
  claim: Claim & { installationId: string | null },
  report: Report,
): Promise<{ recorded: boolean }> {
  const request = await findRequest(app.db, claim.userId, claim.id);
  if (request === undefined) throw notFound('Request');
  const { results, counts } = report.status === 'completed' ? await completeResults(app, claim, request, report) : none;
  const recorded = await change(app, async (change) => {
    const row = await finishRequest(change.transaction, claim, {
      status: report.status,
      results: results === null ? null : JSON.stringify(results),
      error_message:
        report.status === 'failed' ? (report.error_message ?? "The agent couldn't complete the request.") : null,
    });
    if (row === undefined) return false;
    await recordUnreadCounts(change, claim.userId, { counts, isAutomatic: row.is_automatic });
    change.afterCommit(() => announceRequests(app, [row]));
    return true;
  });
  return { recorded };
}

/** Returns an agent's unfinished requests to the queue when the agent shuts down. */
export async function returnRequests(app: App, { userId, agentTokenId }: AgentId): Promise<void> {
  announceRequests(app, await releaseRequests(app.db, userId, agentTokenId));
}

async function lostClaim(app: App, claim: Claim): Promise<AppError> {
  const request = await findRequest(app.db, claim.userId, claim.id);
  if (request === undefined) return notFound('Request');
  return new AppError('lease_lost', 'This request is no longer assigned to this agent. It has expired or finished.');
}

const resultSchemas: Partial<Record<AgentRequestType, z.ZodType>> = {
  open: reportedOpenSchema,
  sign_in: reportedSignInSchema,
  close: reportedCloseSchema,
  close_all: reportedCloseSchema,
  profiles_list: browserProfileListSchema,
  profiles_test: browserProfileTestSchema,
  diagnostic_report: reportedDiagnosticsSchema,
};

type Completed = { results: unknown; counts: FoundCount[] };
const none: Completed = { results: null, counts: [] };

/**
 * Validates the agent's results. For each account that an unread check left out, adds an entry with the reason. The returned results are
 * null if such a request has no results.
 */
async function completeResults(
  app: App,
  { userId, installationId }: { userId: number; installationId: string | null },
  request: AboutAccounts & { page: string | null },
  { results }: Report,
): Promise<Completed> {
  if (request.request_type === 'unread_check') {
    const found = checked(unreadResultsSchema, results);
    const asked = await listRequestAccounts(app.db, userId, request.profile_ids);
    const counted = asked.filter((account) => account.installation_id === installationId);
    return {
      results: { ...found, results: [...found.results, ...notLookedAt(asked, found)] },
      counts: countsOf(counted, found),
    };
  }
  const hasResults = request.request_type !== 'open' || request.page !== null;
  const schema = hasResults ? resultSchemas[request.request_type] : undefined;
  return schema === undefined ? none : { results: checked(schema, results), counts: [] };
}

type AskedAccount = Awaited<ReturnType<typeof listRequestAccounts>>[number];

function countsOf(accounts: readonly AskedAccount[], { results }: UnreadResults): FoundCount[] {
  return accounts.flatMap(({ profile_id, profile_path }) => {
    const found = results.find((result) => result.profile_path === profile_path);
    const count = found?.unread_count ?? null;
    return found === undefined || count === null ? [] : [{ profile_id, unread_count: count, is_exact: found.exact }];
  });
}

function notLookedAt(asked: readonly AskedAccount[], found: UnreadResults): UnreadResult[] {
  const paths = new Set(found.results.map(({ profile_path }) => profile_path));
  return asked
    .filter(({ profile_path }) => !paths.has(profile_path))
    .map(({ profile_name, profile_path, installation_id, is_held }) => {
      const error = reasonText(is_held ? 'account_held' : installation_id === null ? 'no_computer' : 'computer_away');
      return { profile_name, profile_path, unread_count: null, exact: true, error };
    });
}

function checked<T>(schema: z.ZodType<T>, results: unknown): T {
  const parsed = schema.safeParse(results);
  if (parsed.success) return parsed.data;
  throw new AppError('validation_failed', "The results don't have the format that this type of request requires.", {
    fields: { results: parsed.error.issues[0]?.message ?? 'Wrong format' },
  });
}
