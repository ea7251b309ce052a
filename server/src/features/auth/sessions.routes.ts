import type { App } from '../../platform/app-context.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { endOthers, endOwnSession, listSessionsOf } from './sessions.service.ts';

export function addSessionRoutes(app: App): void {
  route(app, 'GET /api/sessions', (call) => listSessionsOf(app, call));
  route(app, 'DELETE /api/sessions/:id', async (call) => {
    await endOwnSession(app, call, call.params.id);
    return success;
  });
  route(app, 'POST /api/sessions/end-others', (call) => endOthers(app, call, call.body));
}
