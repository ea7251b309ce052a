import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accountOf, endSession, startSession } from '../world/session.ts';
import type { Account } from '../world/world.types.ts';
import type { World } from '../world/world.ts';
import { checkpoints } from './checkpoints/checkpoint.catalog.ts';
import { passCheckpoint } from './checkpoints/checkpoint.pages.ts';
import { sendLoggedOut } from './login.page.ts';
import { languageOfVisitor } from './page-language.ts';

const loginBody = z.object({ user: z.string(), password: z.string(), next: z.string().default('/') });

const codePaths: Record<NonNullable<Account['pendingCode']>, string> = {
  two_factor: '/accounts/login/two_factor/',
  two_step: '/accounts/login/two_step_verification/?encrypted_context=AWx7',
  code_entry: '/auth_platform/codeentry/?apc=AWx7',
};

export function loginRoutes(app: FastifyInstance, world: World): void {
  app.get('/accounts/login', (request, reply) => {
    const account = accountOf(world, request);
    if (account && !isSignedOut(account)) return reply.redirect('/');
    return sendLoggedOut(world, request, reply);
  });

  app.post('/ajax/login', (request, reply) => {
    const { user, password, next } = loginBody.parse(request.body);
    world.signIns += 1;
    const { texts } = languageOfVisitor(world, request);
    const account = world.accounts.get(user.trim().toLowerCase().replace(/^@/u, ''));
    if (!account) return { error: texts.loginIncorrect };
    if (account.password !== password) return { error: texts.wrongPassword };
    if (world.isOn('login_problem', account)) return { error: texts.loginProblem };
    const code = (['two_factor', 'two_step', 'code_entry'] as const).find((name) => world.isOn(name, account));
    if (code) {
      account.pendingCode = code;
      reply.header('set-cookie', `pending=${account.username}; Path=/; HttpOnly; SameSite=Lax`);
      return { goTo: withNext(codePaths[code], next) };
    }
    if (isSignedOut(account)) passCheckpoint(world, account);
    startSession(world, account, reply);
    const asksToSave = world.isOn('save_login_page', account);
    return { goTo: asksToSave ? `/accounts/onetap/?next=${encodeURIComponent(next)}` : next };
  });

  app.get('/accounts/logout', (request, reply) => {
    endSession(world, request, reply);
    return reply.redirect('/accounts/login/');
  });
}

/** Whether the account's session has ended even though its cookie is still accepted. */
function isSignedOut({ checkpoint }: Account): boolean {
  return checkpoint !== null && checkpoints[checkpoint].isSignedOut === true;
}

function withNext(path: string, next: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;
}
