import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { browserNameOf } from '../../platform/http/browser-name.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/answers.ts';
import { changeOwnPassword, confirmPassword } from './password.service.ts';
import { register, sessionUserOf, signIn, signOut } from './auth.service.ts';
import { createCodeLimit } from '../two-factor/codes.service.ts';
import { finishSignIn } from './second-step.service.ts';
import type { Origin } from './sessions.service.ts';
import { createSignInLimits } from './sign-in-limits.service.ts';
import type { SignInLimits } from './sign-in-limits.service.ts';

export function addAuthRoutes(app: App): void {
  const limits = createSignInLimits(app);
  addSignInRoutes(app, limits);
  route(app, 'POST /api/auth/register', async ({ body, request }) => {
    await limits.beginRegistration(request.ip);
    return { user: await register(app, request, body) };
  });
  route(app, 'GET /api/auth/profile', async ({ user }) => ({
    user: sessionUserOf(app.config, user),
    sandbox: app.config.sandbox,
  }));
  route(app, 'POST /api/auth/confirm', async (call) => {
    await confirmPassword({ app, limits, by: call }, call.body.password);
    return success;
  });
  route(app, 'PUT /api/auth/password', async (call) => {
    await changeOwnPassword({ app, limits, by: call }, call.body);
    return success;
  });
  route(app, 'POST /api/auth/logout', async (call) => {
    await signOut(app, call);
    return success;
  });
}

function addSignInRoutes(app: App, limits: SignInLimits): void {
  const codes = createCodeLimit(app);
  route(app, 'POST /api/auth/login', ({ body, request }) => signIn(app, limits, originOf(request), body));
  route(app, 'POST /api/auth/two-factor', ({ body, request }) =>
    finishSignIn({ app, limits, codes, origin: originOf(request) }, body),
  );
}

function originOf({ ip, id, headers }: FastifyRequest): Origin {
  return { address: ip, requestId: id, browser: browserNameOf(headers['user-agent']) };
}
