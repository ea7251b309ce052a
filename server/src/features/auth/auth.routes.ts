import type { App } from '../../platform/app-context.ts';
import { browserNameOf } from '../../platform/http/browser-name.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/answers.ts';
import { changeOwnPassword, confirmPassword } from './password.service.ts';
import { register, sessionUserOf, signIn, signOut } from './auth.service.ts';
import { createSignInLimits } from './sign-in-limits.ts';

export function addAuthRoutes(app: App): void {
  const limits = createSignInLimits(app.db);
  route(app, 'POST /api/auth/login', ({ body, request }) =>
    signIn(app, limits, { request, browser: browserNameOf(request.headers['user-agent']) }, body),
  );
  route(app, 'POST /api/auth/register', async ({ body, request }) => {
    await limits.beginRegistration(request.ip);
    return { user: await register(app, request, body) };
  });
  route(app, 'GET /api/auth/profile', async ({ user }) => ({
    user: sessionUserOf(user),
    sandbox: app.config.sandbox,
  }));
  route(app, 'POST /api/auth/confirm', async ({ user, session, body, request }) => {
    await confirmPassword({ app, limits, caller: { user, session }, request }, body.password);
    return success;
  });
  route(app, 'PUT /api/auth/password', async ({ user, session, body, request }) => {
    await changeOwnPassword({ app, limits, caller: { user, session }, request }, body);
    return success;
  });
  route(app, 'POST /api/auth/logout', async (call) => {
    await signOut(app, call);
    return success;
  });
}
