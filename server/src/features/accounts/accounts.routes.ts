import { defaultPageSize } from '@sandpiper/contract/limits';
import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/answers.ts';
import { cleanUpRequests } from '../agent-requests/agent-requests.service.ts';
import {
  accountRequestTypes,
  closeAllAccounts,
  listAccountRequests,
  openAccount,
  openAllAccounts,
  openSignIn,
} from './account-requests.service.ts';
import { listComputers } from '../agent-tokens/agent-tokens.service.ts';
import { changeAccounts } from './account-bulk-changes.service.ts';
import { getAccountDetail } from './account-detail.service.ts';
import { moveAccount } from './account-computers.service.ts';
import { releaseAccount } from './account-holds.service.ts';
import { addAccount, changeAccount } from './account-identity.service.ts';
import { getAccount, packInfoOf, pageOfAccounts, removeAccount, toggleAccount } from './accounts.service.ts';

export function addAccountRoutes(app: App): void {
  route(app, 'GET /api/profiles', ({ user, query }) => {
    const isPaged = query.page !== undefined || query.limit !== undefined;
    const page = isPaged ? { page: query.page ?? 1, limit: query.limit ?? defaultPageSize } : null;
    return pageOfAccounts(app, user.id, query.search ?? '', page);
  });
  route(app, 'POST /api/profiles', async (call) => ({ profile: await addAccount(app, call, call.body) }));
  route(app, 'PUT /api/profiles', ({ user, body }) => changeAccounts(app, user.id, body));
  route(app, 'PUT /api/profiles/:id', async (call) => ({
    profile: await changeAccount(app, call, call.params.id, call.body),
  }));
  route(app, 'GET /api/profiles/:id', ({ user, params }) => getAccountDetail(app, user.id, params.id));
  route(app, 'DELETE /api/profiles/:id', async (call) => {
    await removeAccount(app, call, call.params.id);
    return success;
  });
  route(app, 'PUT /api/profiles/:id/toggle', async ({ user, params, body }) => ({
    profile: await toggleAccount(app, user.id, { id: params.id, isActive: body.is_active }),
  }));
  route(app, 'GET /api/profiles/pack-info', ({ user }) => packInfoOf(app, user));
  route(app, 'POST /api/profiles/:id/release', async (call) => {
    await releaseAccount(app, call, call.params.id);
    return { profile: await getAccount(app, call.user.id, call.params.id) };
  });
  route(app, 'PUT /api/profiles/:id/computer', async ({ user, params, body }) => {
    await moveAccount(app, user.id, params.id, body.computer_id);
    return { profile: await getAccount(app, user.id, params.id) };
  });
  route(app, 'GET /api/computers', async ({ user }) => ({ computers: await listComputers(app.db, user.id) }));
  addAccountRequestRoutes(app);
}

function addAccountRequestRoutes(app: App): void {
  route(app, 'GET /api/profiles/requests', async ({ user }) => ({
    success: true as const,
    requests: await listAccountRequests(app, user.id),
  }));
  route(app, 'POST /api/profiles/requests/cleanup', async ({ user }) => ({
    success: true as const,
    cleaned: await cleanUpRequests(app, user.id, accountRequestTypes),
  }));
  route(app, 'POST /api/profiles/open', ({ user, body }) => openAccount(app, user.id, body));
  route(app, 'POST /api/profiles/:id/sign-in', async ({ user, params }) => ({
    success: true as const,
    request_id: await openSignIn(app, user.id, params.id),
  }));
  route(app, 'POST /api/profiles/open-all', ({ user }) => openAllAccounts(app, user.id));
  route(app, 'POST /api/profiles/close-all', ({ user }) => closeAllAccounts(app, user.id));
}
