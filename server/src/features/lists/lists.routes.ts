import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/answers.ts';
import { changeList, createList, getList, handleListDeletions, removeList } from './lists.service.ts';
import { listLists } from './lists.store.ts';

/** Adds the routes for lists. The routes for a list's recipients belong to the recipients feature. */
export function addListRoutes(app: App): void {
  handleListDeletions(app);
  route(app, 'GET /api/lists', async ({ user }) => ({ lists: await listLists(app.db, user.id) }));
  route(app, 'POST /api/lists', async ({ user, body }) => ({ list: await createList(app, user.id, body) }));
  route(app, 'GET /api/lists/:id', async ({ user, params }) => ({
    list: await getList(app, { userId: user.id, id: params.id }),
  }));
  route(app, 'PUT /api/lists/:id', async ({ user, params, body }) => ({
    list: await changeList(app, { userId: user.id, id: params.id }, body),
  }));
  route(app, 'DELETE /api/lists/:id', async ({ user, params }) => {
    await removeList(app, { userId: user.id, id: params.id });
    return success;
  });
}
