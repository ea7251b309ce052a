import { isBrowserDefaultFolder, isHiddenAccount } from '@sandpiper/contract/default-profiles';
import { unreadProgressSchema, unreadResultsSchema } from '@sandpiper/contract/unread-checks';
import type { UnreadProgress, UnreadRequest, UnreadResults } from '@sandpiper/contract/unread-checks';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import {
  announceNewRequest,
  deleteRequests,
  insertRequest,
  listParts,
  listRequestHistory,
  oneRequest,
} from '../agent-requests/agent-requests.service.ts';
import { forgetUnreadCounts } from '../unread-counts/unread-counts.service.ts';
import { listComputers } from '../agent-tokens/agent-tokens.service.ts';
import { listAccountsWithUse } from './unread-checks.store.ts';

export const unreadCheckTypes = ['unread_check'] as const;

type Account = Awaited<ReturnType<typeof listAccountsWithUse>>[number];
type Stored = NonNullable<Awaited<ReturnType<typeof oneRequest>>>;

/**
 * Asks the agents to count the unread conversations of these accounts, or of all free accounts if the list is empty. Accounts on several
 * computers need one request for each computer. Returns the ID of the first request. The other requests are stored as its parts.
 */
export async function askForUnreadCheck(app: App, userId: number, profileIds: readonly number[]): Promise<number> {
  const accounts = await listAccountsWithUse(app.db, userId);
  const chosen = profileIds.length === 0 ? freeAccounts(accounts) : chosenAccounts(accounts, profileIds);
  if (chosen.length === 0) {
    throw new AppError(
      'invalid_state',
      'No account is free. Switch on an account, end a hold, or wait for a campaign to end.',
    );
  }
  const computers = await listComputers(app.db, userId);
  const groups = byComputer(chosen, new Set(computers.flatMap(({ id, is_online }) => (is_online ? id : []))));
  return change(app, (change) => queueCheck(change, userId, { groups, isAutomatic: false }));
}

/** The accounts that one computer checks. */
type Group = { installation_id: string | null; profile_ids: number[] };

/** Queues a request for each group. Returns the ID of the first request. The other requests are stored as its parts. */
export async function queueCheck(
  { app, transaction, afterCommit }: Change,
  userId: number,
  { groups, isAutomatic }: { groups: readonly [Group, ...Group[]]; isAutomatic: boolean },
): Promise<number> {
  const add = async (part: Group & { part_of?: number }) => {
    const request = await insertRequest(transaction, userId, {
      request_type: 'unread_check',
      is_automatic: isAutomatic,
      ...part,
    });
    afterCommit(() => announceNewRequest(app, request));
    return request.id;
  };
  const [group, ...others] = groups;
  const first = await add(group);
  for (const other of others) await add({ ...other, part_of: first });
  return first;
}

/**
 * Groups accounts by their computers. The first group also gets the accounts that aren't on an online computer. The first group's results
 * say why these accounts weren't checked. If none of the accounts is on an online computer, the request is for any computer.
 */
function byComputer(accounts: readonly Account[], online: ReadonlySet<string>): [Group, ...Group[]] {
  const groups = new Map<string, number[]>();
  const rest: number[] = [];
  for (const { id, installation_id } of accounts) {
    if (installation_id === null || !online.has(installation_id)) rest.push(id);
    else groups.set(installation_id, [...(groups.get(installation_id) ?? []), id]);
  }
  const [first, ...others] = [...groups].map(([installation_id, profile_ids]) => ({ installation_id, profile_ids }));
  if (first === undefined) return [{ installation_id: null, profile_ids: rest }];
  return [{ ...first, profile_ids: [...first.profile_ids, ...rest] }, ...others];
}

/** Returns the accounts that the web app counts as free. Leaves out accounts that the web app hides. */
function freeAccounts(accounts: readonly Account[]): Account[] {
  return accounts.filter(
    (account) => account.is_active && !account.is_held && account.campaign_name === null && !isHiddenAccount(account),
  );
}

function chosenAccounts(accounts: readonly Account[], ids: readonly number[]): Account[] {
  const wanted = new Set(ids);
  const chosen = accounts.filter((account) => wanted.has(account.id));
  if (chosen.length < wanted.size) throw notFound('Account');
  const inactive = chosen.find((account) => !account.is_active);
  if (inactive !== undefined) {
    throw new AppError('invalid_state', `The account "${inactive.profile_name}" is switched off. Switch it on first.`);
  }
  const held = chosen.find((account) => account.is_held);
  if (held !== undefined) {
    const text = `The account "${held.profile_name}" is on hold. See Accounts for what happened and what to do.`;
    throw new AppError('invalid_state', text);
  }
  if (chosen.some((account) => isBrowserDefaultFolder(account.profile_path))) {
    throw new AppError(
      'invalid_state',
      "Accounts that use your personal Firefox profile can't be checked. Leave them out.",
    );
  }
  const inUse = chosen.flatMap(({ profile_name, campaign_name }) =>
    campaign_name === null ? [] : [{ name: profile_name, campaign: campaign_name }],
  );
  if (inUse.length > 0) {
    const names = inUse.map(({ name }) => name).join(', ');
    throw new AppError(
      'profiles_in_use',
      `These accounts are used by running campaigns and can't be checked now: ${names}.`,
      {
        conflicting_profiles: inUse,
      },
    );
  }
  return chosen;
}

/** Combines a check with its parts, which other computers handle. The combined check runs until all parts have ended. */
function presented(first: Stored, parts: readonly Stored[], accounts: readonly Account[]): UnreadRequest {
  const { id, created_at } = first;
  const all = [first, ...parts];
  const open = all.find(({ status }) => status === 'running') ?? all.find(({ status }) => status === 'pending');
  const last = all.reduce((one, other) => ((one.completed_at ?? '') > (other.completed_at ?? '') ? one : other));
  const isFailed = all.every(({ status }) => status === 'failed');
  const isEnded = open === undefined;
  return {
    id,
    created_at,
    status: open?.status ?? (isFailed ? 'failed' : 'completed'),
    results: isEnded && !isFailed ? combined(all.map((part) => resultsOf(part, accounts))) : null,
    progress: isEnded ? null : progressOf(all),
    completed_at: isEnded ? last.completed_at : null,
    error_message: isFailed ? first.error_message : null,
  };
}

/**
 * Combines the progress of a check's parts. Returns null if the agent of any part hasn't reported progress. Agents that are too old never
 * report progress.
 */
function progressOf(parts: readonly Stored[]): UnreadProgress | null {
  const reported = parts.flatMap(({ progress }) => unreadProgressSchema.safeParse(progress).data ?? []);
  return parts.every(({ progress }) => progress !== null) ? reported : null;
}

/** Returns the results of one computer's request. If the request failed, the result for each of its accounts is the error. */
function resultsOf(
  { status, results, profile_ids, error_message }: Stored,
  accounts: readonly Account[],
): UnreadResults {
  const parsed = unreadResultsSchema.safeParse(results);
  if (status === 'completed' && parsed.success) return parsed.data;
  const missed = accounts.filter(({ id }) => profile_ids.includes(id));
  return {
    profiles_checked: 0,
    total_unread: 0,
    results: missed.map(({ profile_name, profile_path }) => ({
      profile_name,
      profile_path,
      unread_count: null,
      exact: true,
      error: error_message,
    })),
  };
}

function combined(parts: readonly UnreadResults[]): UnreadResults {
  return {
    profiles_checked: parts.reduce((sum, { profiles_checked }) => sum + profiles_checked, 0),
    total_unread: parts.reduce((sum, { total_unread }) => sum + total_unread, 0),
    results: parts.flatMap(({ results }) => results),
  };
}

/** Deletes the user's unread checks and what they found. Returns the number of deleted requests. */
export function clearUnreadChecks(app: App, userId: number): Promise<number> {
  return change(app, async (change) => {
    // Delete the requests first, because a report also locks its request before it stores a count.
    const deleted = await deleteRequests(change.transaction, userId, unreadCheckTypes);
    await forgetUnreadCounts(change, userId);
    return deleted;
  });
}

async function presentedAll(app: App, userId: number, requests: readonly Stored[]): Promise<UnreadRequest[]> {
  const ids = requests.map(({ id }) => id);
  const parts = await listParts(app.db, userId, 'unread_check', ids);
  const accounts = parts.length === 0 ? [] : await listAccountsWithUse(app.db, userId);
  return requests.map((request) =>
    presented(
      request,
      parts.filter(({ part_of }) => part_of === request.id),
      accounts,
    ),
  );
}

export async function unreadHistory(app: App, userId: number, page: { limit: number; offset: number }) {
  const { requests, total } = await listRequestHistory(app.db, userId, unreadCheckTypes, page);
  return { requests: await presentedAll(app, userId, requests), total };
}

export async function getUnreadCheck(app: App, userId: number, id: number): Promise<UnreadRequest> {
  const request = await oneRequest(app, userId, unreadCheckTypes, id);
  const [shown] = request === undefined ? [] : await presentedAll(app, userId, [request]);
  if (shown === undefined) throw notFound('Unread check');
  return shown;
}
