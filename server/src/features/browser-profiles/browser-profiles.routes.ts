import type { App } from '../../platform/app-context.ts';
import { route } from '../../platform/http/route.ts';
import {
  askForProfiles,
  askToCreate,
  askToDelete,
  askToTest,
  listBrowserProfileRequests,
} from './browser-profiles.service.ts';

export function addBrowserProfileRoutes(app: App): void {
  route(app, 'GET /api/firefox-profiles', ({ user, query }) => askForProfiles(app, user.id, query.computer_id ?? null));
  route(app, 'GET /api/firefox-profiles/requests', async ({ user }) => ({
    success: true as const,
    requests: await listBrowserProfileRequests(app, user.id),
  }));
  route(app, 'POST /api/firefox-profiles', ({ user, body }) =>
    askToCreate(app, user.id, {
      name: body.profile_name,
      isDefault: body.is_default,
      computerId: body.computer_id ?? null,
    }),
  );
  route(app, 'POST /api/firefox-profiles/test', ({ user, body }) =>
    askToTest(app, user.id, { path: body.profile_path, computerId: body.computer_id ?? null }),
  );
  route(app, 'DELETE /api/firefox-profiles/:path', ({ user, params, query }) =>
    askToDelete(app, user.id, { path: params.path, computerId: query.computer_id ?? null }),
  );
}
