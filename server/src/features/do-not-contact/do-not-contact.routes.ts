import type { App } from '../../platform/app-context.ts';
import { sendTable } from '../../platform/files/table-file.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/answers.ts';
import { tableOfPeople } from './do-not-contact-export.service.ts';
import { addPeople, allowPerson, changeReason, pageOfPeople, pageOfRemovals } from './do-not-contact.service.ts';

export function addDoNotContactRoutes(app: App): void {
  route(app, 'GET /api/do-not-contact', ({ user, query }) => pageOfPeople(app, user.id, query));
  route(app, 'POST /api/do-not-contact', ({ user, body }) => addPeople(app, user.id, body));
  route(app, 'GET /api/do-not-contact/removals', ({ user, query }) => pageOfRemovals(app, user.id, query));
  route(app, 'GET /api/do-not-contact/export', async ({ user, query: { format, ...wanted }, reply }) =>
    sendTable(reply, {
      format,
      fileName: 'do-not-contact',
      table: tableOfPeople(app, user.id, wanted),
    }),
  );
  route(app, 'PUT /api/do-not-contact/:username', ({ user, params, body }) =>
    changeReason(app, user.id, { username: params.username, reason: body.reason }),
  );
  route(app, 'DELETE /api/do-not-contact/:username', async (call) => {
    await allowPerson(app, call, { username: call.params.username, reason: call.query.reason });
    return success;
  });
}
