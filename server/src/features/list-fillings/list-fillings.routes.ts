import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { handleListFillings } from './list-filling-work.service.ts';
import { copyList, listNotReached, mergeLists, splitList } from './list-fillings.service.ts';

export function addListFillingRoutes(app: App): void {
  handleListFillings(app);
  route(app, 'POST /api/lists/:id/copy', async ({ user, params, body }) => ({
    list: await copyList(app, { userId: user.id, id: params.id }, body),
  }));
  route(app, 'POST /api/lists/:id/merge', async ({ user, params, body }) => ({
    list: await mergeLists(app, { userId: user.id, id: params.id }, body),
  }));
  route(app, 'POST /api/lists/:id/split', async ({ user, params, body }) => ({
    lists: await splitList(app, { userId: user.id, id: params.id }, body),
  }));
  route(app, 'POST /api/lists/:id/not-reached', async ({ user, params, body }) => ({
    list: await listNotReached(app, { userId: user.id, id: params.id }, body),
  }));
}
