import type { App } from '../../platform/app-context.ts';
import { boundsOf, paginationOf, success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { cleanUpRequests } from '../agent-requests/agent-requests.service.ts';
import { automaticCheckOf, setAutomaticCheck } from './automatic-checks.service.ts';
import {
  askForUnreadCheck,
  clearUnreadChecks,
  getUnreadCheck,
  unreadCheckTypes,
  unreadHistory,
} from './unread-checks.service.ts';

export function addUnreadCheckRoutes(app: App): void {
  route(app, 'GET /api/unread-checker/requests/history', async ({ user, query }) => {
    const { requests, total } = await unreadHistory(app, user.id, boundsOf(query));
    return { ...success, requests, pagination: paginationOf(query, total) };
  });
  route(app, 'POST /api/unread-checker/requests', async ({ user, body }) => ({
    ...success,
    request_id: await askForUnreadCheck(app, user.id, body.profileIds ?? []),
  }));
  route(app, 'GET /api/unread-checker/requests/:id', async ({ user, params }) => ({
    ...success,
    request: await getUnreadCheck(app, user.id, params.id),
  }));
  route(app, 'DELETE /api/unread-checker/requests/clear', async ({ user }) => ({
    ...success,
    cleared: await clearUnreadChecks(app, user.id),
  }));
  route(app, 'POST /api/unread-checker/requests/cleanup', async ({ user }) => ({
    ...success,
    cleaned: await cleanUpRequests(app, user.id, unreadCheckTypes),
  }));
  route(app, 'GET /api/unread-checker/automatic', async ({ user }) => ({
    ...success,
    automatic: await automaticCheckOf(app, user),
  }));
  route(app, 'PUT /api/unread-checker/automatic', async ({ user, body }) => ({
    ...success,
    automatic: await setAutomaticCheck(app, user, body.every_hours),
  }));
}
