import { accountRequestResultSchema } from '@sandpiper/contract/account-requests';
import type { AccountRequest, OpenPage } from '@sandpiper/contract/account-requests';
import { isHiddenAccount } from '@sandpiper/contract/default-profiles';
import type { App } from '../../platform/app-context.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { createAgentRequest, findOpening, listRecentRequests } from '../agent-requests/agent-requests.service.ts';
import { findAccount, findAccountByPath, listAccounts, listOpenWindows } from './accounts.store.ts';
import type { AccountRow } from './accounts.store.ts';

/** The agent request types that the account list shows. */
export const accountRequestTypes = ['open', 'close', 'close_all', 'sign_in'] as const;

const alreadyOpening = 'This account is already being opened.';

export async function listAccountRequests(app: App, userId: number): Promise<AccountRequest[]> {
  const requests = await listRecentRequests(app.db, userId, accountRequestTypes);
  return requests.map(({ profile_path, profile_name, ...request }) => ({
    ...request,
    profile_path: profile_path ?? '',
    profile_name: profile_name ?? '',
    results: accountRequestResultSchema.safeParse(request.results).data ?? null,
  }));
}

/** Asks the agent to open an account's window, unless the account is already being opened or a running campaign uses it. */
export async function openAccount(
  app: App,
  userId: number,
  { profile_path: path, page = null }: { profile_path: string; page?: OpenPage | null | undefined },
) {
  const account = await findAccountByPath(app.db, userId, path);
  if (account === undefined) throw notFound('Account');
  const refusal = refusalToOpen(account);
  const requestId = refusal === null ? await queueOpening(app, userId, account, { request_type: 'open', page }) : null;
  if (requestId !== null)
    return { success: true, request_id: requestId, message: 'The agent was asked to open this account.' };
  return { success: false, request_id: null, profile_already_processing: true, message: refusal ?? alreadyOpening };
}

/**
 * Asks the agent to open Instagram's sign-in page and fill in the stored username and password. Returns the ID of the new request, or of
 * the request that is already opening the account.
 */
export async function openSignIn(app: App, userId: number, id: number): Promise<number> {
  const account = await findAccount(app.db, userId, id);
  if (account === undefined) throw notFound('Account');
  const requestId = await queueOpening(app, userId, account, { request_type: 'sign_in' });
  if (requestId !== null) return requestId;
  return (await findOpening(app.db, userId, id))?.id ?? openSignIn(app, userId, id);
}

/**
 * Asks the agents to open every active account that the web app doesn't hide. Returns how many accounts the agents were asked to open, and
 * which accounts were skipped and why.
 */
export async function openAllAccounts(app: App, userId: number) {
  const { rows } = await listAccounts(app.db, userId, '', null);
  const active = rows.filter((row) => row.is_active && !isHiddenAccount(row));
  const skipped: { profile_name: string; reason: string }[] = [];
  let opened = 0;
  for (const account of active) {
    const reason =
      refusalToOpen(account) ??
      ((await queueOpening(app, userId, account, { request_type: 'open' })) === null ? alreadyOpening : null);
    if (reason === null) opened += 1;
    else skipped.push({ profile_name: account.profile_name, reason });
  }
  // `warnings` is always empty. If there was nothing to open, the web app shows its own message.
  return { opened, skipped: skipped.length, skipped_details: skipped, warnings: [] };
}

/**
 * Asks each computer with open windows to close them. Returns how many accounts had open windows when the agents last reported, and the ID
 * of the first request. If no windows were reported, there is only one request, which any computer can take.
 */
export async function closeAllAccounts(app: App, userId: number) {
  const computers = await listOpenWindows(app.db, userId);
  const [first = null, ...others] = computers.map(({ installation_id }) => installation_id);
  const request = await createAgentRequest(app, userId, { request_type: 'close_all', installation_id: first });
  for (const installation_id of others) {
    await createAgentRequest(app, userId, { request_type: 'close_all', installation_id });
  }
  return { closed: computers.reduce((sum, { windows }) => sum + windows, 0), request_id: request.id };
}

function refusalToOpen(account: AccountRow): string | null {
  return account.in_use_by === null ? null : 'This profile is currently being used in a running campaign';
}

type Opening = { request_type: 'open' | 'sign_in'; page?: OpenPage | null };

/** Queues a request to open an account. Returns the request's ID, or null if the account is already being opened. */
async function queueOpening(app: App, userId: number, account: AccountRow, opening: Opening) {
  try {
    const request = await createAgentRequest(app, userId, {
      ...opening,
      profile_id: account.id,
      profile_path: account.profile_path,
      profile_name: account.profile_name,
    });
    return request.id;
  } catch (error) {
    if (isUniqueViolation(error, 'agent_requests_one_opening')) return null;
    throw error;
  }
}
