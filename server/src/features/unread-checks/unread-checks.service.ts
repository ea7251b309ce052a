import { isBrowserDefaultFolder } from '@sandpiper/contract/default-profiles';
import { unreadResultsSchema } from '@sandpiper/contract/unread-checks';
import type { UnreadRequest } from '@sandpiper/contract/unread-checks';
import type { App } from '../../platform/app-context.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { oneRequest, requestHistory } from '../agent-requests/agent-request-views.service.ts';
import { createAgentRequest } from '../agent-requests/agent-requests.service.ts';
import { listAccountsWithUse } from './unread-checks.store.ts';

export const unreadCheckTypes = ['unread_check'] as const;

type Account = Awaited<ReturnType<typeof listAccountsWithUse>>[number];
type Stored = NonNullable<Awaited<ReturnType<typeof oneRequest>>>;

/**
 * Requests that the agent count the unread messages of these accounts, or of all free accounts if the list is empty. Returns the request's
 * ID.
 */
export async function askForUnreadCheck(app: App, userId: number, profileIds: readonly number[]): Promise<number> {
  const accounts = await listAccountsWithUse(app.db, userId);
  const chosen = profileIds.length === 0 ? freeAccounts(accounts) : chosenAccounts(accounts, profileIds);
  if (chosen.length === 0) {
    throw new AppError('invalid_state', 'No account is free. Switch on an account, or wait for a campaign to end.');
  }
  const { id } = await createAgentRequest(app, userId, {
    request_type: 'unread_check',
    profile_ids: chosen.map((account) => account.id),
  });
  return id;
}

function freeAccounts(accounts: readonly Account[]): Account[] {
  return accounts.filter(
    ({ is_active, is_held, campaign_name, profile_path }) =>
      is_active && !is_held && campaign_name === null && !isBrowserDefaultFolder(profile_path),
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
    throw new AppError('invalid_state', "Your personal Firefox profile can't be checked.");
  }
  const inUse = chosen.flatMap(({ profile_name, campaign_name }) =>
    campaign_name === null ? [] : [{ name: profile_name, campaign: campaign_name }],
  );
  if (inUse.length > 0) {
    const names = inUse.map(({ name }) => name).join(', ');
    throw new AppError(
      'profiles_in_use',
      `These accounts are in a running campaign and can't be checked now: ${names}.`,
      {
        conflicting_profiles: inUse,
      },
    );
  }
  return chosen;
}

function presented({ id, status, results, completed_at, error_message, created_at }: Stored): UnreadRequest {
  const parsed = unreadResultsSchema.safeParse(results);
  return { id, status, results: parsed.success ? parsed.data : null, completed_at, error_message, created_at };
}

export async function unreadHistory(app: App, userId: number, page: { limit: number; offset: number }) {
  const { requests, total } = await requestHistory(app, userId, unreadCheckTypes, page);
  return { requests: requests.map(presented), total };
}

export async function getUnreadCheck(app: App, userId: number, id: number): Promise<UnreadRequest> {
  const request = await oneRequest(app, userId, unreadCheckTypes, id);
  if (request === undefined) throw notFound('Unread check');
  return presented(request);
}
