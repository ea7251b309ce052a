import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/answers.ts';
import { changeTemplate, chooseTemplate, removeTemplate } from './templates.service.ts';
import { insertTemplate, listTemplates } from './templates.store.ts';

export function addTemplateRoutes(app: App): void {
  route(app, 'GET /api/templates', async ({ user }) => ({ templates: await listTemplates(app.db, user.id) }));
  route(app, 'POST /api/templates', async ({ user, body }) => ({
    template: await insertTemplate(app.db, user.id, body),
  }));
  route(app, 'PUT /api/templates/:id', async ({ user, params, body }) => ({
    template: await changeTemplate(app, { userId: user.id, id: params.id }, body),
  }));
  route(app, 'PUT /api/templates/:id/select', async ({ user, params }) => ({
    template: await chooseTemplate(app, { userId: user.id, id: params.id }),
  }));
  route(app, 'DELETE /api/templates/:id', async ({ user, params }) => {
    await removeTemplate(app, { userId: user.id, id: params.id });
    return success;
  });
}
