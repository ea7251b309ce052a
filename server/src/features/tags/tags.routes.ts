import type { App } from '../../platform/app-context.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { allTags, changeTag, createTag, removeTag } from './tags.service.ts';

export function addTagRoutes(app: App): void {
  route(app, 'GET /api/tags', async ({ user }) => ({ tags: await allTags(app, user.id) }));
  route(app, 'POST /api/tags', async ({ user, body }) => ({ tag: await createTag(app, user.id, body.name) }));
  route(app, 'PUT /api/tags/:id', async ({ user, params, body }) => ({
    tag: await changeTag(app, { userId: user.id, id: params.id }, body.name),
  }));
  route(app, 'DELETE /api/tags/:id', async ({ user, params }) => {
    await removeTag(app, { userId: user.id, id: params.id });
    return success;
  });
}
