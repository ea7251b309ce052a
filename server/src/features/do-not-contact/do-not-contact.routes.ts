import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/answers.ts';
import { addPeople, allowPerson, pageOfPeople } from './do-not-contact.service.ts';

export function addDoNotContactRoutes(app: App): void {
  route(app, 'GET /api/do-not-contact', ({ user, query }) => pageOfPeople(app, user.id, query));
  route(app, 'POST /api/do-not-contact', ({ user, body }) => addPeople(app, user.id, body));
  route(app, 'DELETE /api/do-not-contact/:username', async ({ user, params, query }) => {
    await allowPerson(app, user.id, { username: params.username, reason: query.reason });
    return success;
  });
}
