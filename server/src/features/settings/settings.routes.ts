import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import { getSettings, updateSettings } from './settings.store.ts';

export function addSettingsRoutes(app: App): void {
  route(app, 'GET /api/settings', async ({ user }) => ({ settings: await getSettings(app.db, user.id) }));
  route(app, 'PUT /api/settings', async ({ user, body }) => ({
    settings: await updateSettings(app.db, user.id, body),
  }));
}
