import type { App } from '../../platform/app-context.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { createSignInLimits } from '../auth/sign-in-limits.service.ts';
import { askForDeletion, deletionOf, keepUser } from './user-deletion.service.ts';

export function addUserDeletionRoutes(app: App): void {
  const limits = createSignInLimits(app);
  route(app, 'GET /api/user-deletion', ({ user }) => deletionOf(app, user));
  route(app, 'POST /api/user-deletion', (call) => askForDeletion({ app, limits, by: call }, call.body.password));
  route(app, 'DELETE /api/user-deletion', async (call) => {
    await keepUser(app, call);
    return success;
  });
}
