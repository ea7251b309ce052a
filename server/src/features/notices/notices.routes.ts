import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { boundsOf, paginationOf, success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { addUpUnread } from '../unread-counts/unread-counts.service.ts';
import { unsubscribe } from './notice-mail.service.ts';
import { listSwitches, updateSwitches } from './notice-switches.store.ts';
import { listNoticesOf, readAllNotices, readNotice } from './notices.service.ts';

export function addNoticeRoutes(app: App): void {
  route(app, 'GET /api/notices', async ({ user, query }) => {
    const { total, ...found } = await listNoticesOf(app, user.id, boundsOf(query));
    const unread_replies = await addUpUnread(app.db, user.id);
    return { ...found, unread_replies, pagination: paginationOf(query, total) };
  });
  route(app, 'PUT /api/notices/:id/read', async ({ user, params }) => {
    await readNotice(app, user.id, params.id);
    return success;
  });
  route(app, 'PUT /api/notices/read', async ({ user, body }) => {
    await readAllNotices(app, user.id, body.up_to);
    return success;
  });
  route(app, 'GET /api/notices/switches', async ({ user }) => ({ switches: await listSwitches(app.db, user.id) }));
  route(app, 'PUT /api/notices/switches', async ({ user, body: { kind, ...places } }) => {
    await change(app, ({ transaction }) => updateSwitches(transaction, user.id, [kind], places));
    return { switches: await listSwitches(app.db, user.id) };
  });
  addUnsubscribeRoute(app);
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/**
 * Accepts the form that mail programs post to unsubscribe. No other route accepts forms. The form's content is always the same, so it isn't
 * read.
 */
function addUnsubscribeRoute(app: App): void {
  void app.http.register(async (http) => {
    http.addContentTypeParser(formTypes, async (_request: FastifyRequest, payload: IncomingMessage) => {
      payload.resume();
    });
    route({ ...app, http }, 'POST /unsubscribe', async ({ query }) => {
      await unsubscribe(app, query.token);
      return success;
    });
  });
}
