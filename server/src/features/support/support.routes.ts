import type { App } from '../../platform/app-context.ts';
import { boundsOf, paginationOf, success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import {
  answerTicket,
  changeTicket,
  getTicketWithMessages,
  listTicketsFor,
  markTicketRead,
  openTicket,
} from './support.service.ts';
import { listAdmins } from './support.store.ts';

export function addSupportRoutes(app: App): void {
  route(app, 'GET /api/support', async ({ user, query }) => {
    const found = await listTicketsFor(app, user, query, boundsOf(query));
    return { tickets: found.tickets, pagination: paginationOf(query, found.total) };
  });
  route(app, 'POST /api/support', ({ user, body }) => openTicket(app, user, body));
  route(app, 'GET /api/support/:id', ({ user, params, query }) =>
    getTicketWithMessages(app, user, { id: params.id, before: query.before }),
  );
  route(app, 'POST /api/support/:id/messages', async (call) => ({
    message: await answerTicket(app, call, { ticketId: call.params.id, message: call.body.message }),
  }));
  route(app, 'PUT /api/support/:id/read', async ({ user, params, body }) => {
    await markTicketRead(app, user, params.id, body.message_id);
    return success;
  });
  route(app, 'PUT /api/support/:id', async (call) => ({
    ticket: await changeTicket(app, call, call.params.id, call.body),
  }));
  route(app, 'GET /api/support/admin/users', async () => ({ users: await listAdmins(app.db) }));
}
