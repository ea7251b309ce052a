import type { App } from '../../platform/app-context.ts';
import { success } from '../../platform/http/answers.ts';
import { route } from '../../platform/http/route.ts';
import { createInvitation, pageOfInvitations, revokeInvitation } from './invitations.service.ts';
import { isInvited, registrationOf, setRegistration } from './registration.service.ts';

export function addRegistrationRoutes(app: App): void {
  route(app, 'GET /api/registration', async () => ({ mode: await registrationOf(app) }));
  route(app, 'PUT /api/registration', async (call) => {
    await setRegistration(app, call, call.body.mode);
    return { mode: call.body.mode };
  });
  route(app, 'POST /api/auth/invitation', async ({ body }) => ({ is_valid: await isInvited(app, body.invitation) }));
  route(app, 'GET /api/invitations', ({ query }) => pageOfInvitations(app, query));
  route(app, 'POST /api/invitations', (call) => createInvitation(app, call, call.body));
  route(app, 'DELETE /api/invitations/:id', async (call) => {
    await revokeInvitation(app, call, call.params.id);
    return success;
  });
}
