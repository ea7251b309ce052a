import type { App } from '../../platform/app-context.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { allFilters, changeFilter, removeFilter, saveFilter } from './saved-filters.service.ts';

export function addSavedFilterRoutes(app: App): void {
  route(app, 'GET /api/saved-filters', async ({ user }) => ({ saved_filters: await allFilters(app, user.id) }));
  route(app, 'POST /api/saved-filters', async ({ user, body }) => ({
    saved_filter: await saveFilter(app, user.id, body),
  }));
  route(app, 'PUT /api/saved-filters/:id', async ({ user, params, body }) => ({
    saved_filter: await changeFilter(app, { userId: user.id, id: params.id }, body),
  }));
  route(app, 'DELETE /api/saved-filters/:id', async ({ user, params }) => {
    await removeFilter(app, { userId: user.id, id: params.id });
    return success;
  });
}
