import type { App } from '../../platform/app-context.ts';
import { fieldError } from '../../platform/http/app-error.ts';
import { route } from '../../platform/http/route.ts';
import { getSettings, updateSettings, updateTimezone } from './settings.store.ts';

export function addSettingsRoutes(app: App): void {
  route(app, 'GET /api/settings', async ({ user }) => ({ settings: await getSettings(app.db, user.id) }));
  route(app, 'PUT /api/settings', async ({ user, body }) => ({
    settings: await updateSettings(app.db, user.id, body),
  }));
  route(app, 'PUT /api/settings/timezone', async ({ user, body: { timezone } }) => {
    if (!(await updateTimezone(app.db, user.id, timezone))) {
      throw fieldError('timezone', `The server's database doesn't know the time zone ${timezone}. Choose another one.`);
    }
    app.events.toUser(user.id, 'user_update');
    return { success: true as const };
  });
}
