import type { App } from '../../platform/app-context.ts';
import { AttemptLimit } from '../../platform/http/attempt-limit.ts';
import { subscriberOf } from '../../platform/http/network.ts';
import { boundsOf, paginationOf, success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { receiveMessage, removeContactMessage } from './contact.service.ts';
import { listContactMessages } from './contact.store.ts';

const hour = 3600;

export function addContactRoutes(app: App): void {
  const messages = new AttemptLimit(app, { name: 'contact', limit: 20, windowSeconds: hour });
  route(app, 'POST /api/contact', async ({ body, request }) => {
    await messages.take(subscriberOf(request.ip), 'You have already sent several messages.');
    await receiveMessage(app, body);
    return success;
  });
  route(app, 'GET /api/contact', async ({ query }) => {
    const found = await listContactMessages(app.db, { search: query.search, ...boundsOf(query) });
    return { messages: found.messages, pagination: paginationOf(query, found.total) };
  });
  route(app, 'DELETE /api/contact/:id', async (call) => {
    await removeContactMessage(app, call, call.params.id);
    return success;
  });
}
