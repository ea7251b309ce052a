import type { App } from '../../platform/app-context.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { forgetPerson } from './forget.service.ts';
import { changePerson, personPage } from './person.service.ts';
import { timelineOf } from './timeline.service.ts';

export function addPersonRoutes(app: App): void {
  route(app, 'GET /api/person/:username', ({ user, params }) => personPage(app, user.id, params.username));
  route(app, 'GET /api/person/:username/timeline', ({ user, params, query }) =>
    timelineOf(app, user.id, { username: params.username, before: query.before }),
  );
  route(app, 'PUT /api/person/:username', ({ user, params, body }) =>
    changePerson(app, user.id, { username: params.username, note: body.note, tags: body.tags }),
  );
  route(app, 'POST /api/person/:username/forget', async ({ user, params }) => ({
    ...success,
    ...(await forgetPerson(app, user.id, params.username)),
  }));
}
