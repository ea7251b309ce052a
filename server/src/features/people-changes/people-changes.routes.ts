import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { handlePeopleChanges } from './change-work.service.ts';
import {
  beginChange,
  cancelChange,
  countScope,
  getChange,
  pageOfChanges,
  undoChange,
} from './people-changes.service.ts';

export function addPeopleChangeRoutes(app: App): void {
  handlePeopleChanges(app);
  route(app, 'POST /api/people-changes', async ({ user, body }) => ({ change: await beginChange(app, user, body) }));
  route(app, 'POST /api/people-changes/count', async ({ user, body }) => ({
    count: await countScope(app, user.id, body.scope),
  }));
  route(app, 'GET /api/people-changes', ({ user, query }) => pageOfChanges(app, user.id, query));
  route(app, 'GET /api/people-changes/:id', async ({ user, params }) => ({
    change: await getChange(app, { userId: user.id, id: params.id }),
  }));
  route(app, 'POST /api/people-changes/:id/undo', async ({ user, params }) => ({
    change: await undoChange(app, user, params.id),
  }));
  route(app, 'DELETE /api/people-changes/:id', async ({ user, params }) => ({
    change: await cancelChange(app, { userId: user.id, id: params.id }),
  }));
}
