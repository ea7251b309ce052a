import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from '../world/session.ts';
import type { Account, Person } from '../world/world.types.ts';
import type { World } from '../world/world.ts';
import { sendLoggedOut } from './login.page.ts';
import { applyPageFaults } from './page-faults.ts';

export interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  account: Account;
}

export interface SignedInRoute {
  path: string;
  /** Returns the person that the page is about, so that this person's faults apply. */
  personOf?: (request: FastifyRequest) => Person | null;
  show: (visit: Visit) => FastifyReply;
  /** Sends the page for visitors who aren't signed in. Returns null if there is none. */
  showToVisitor?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;
}

/**
 * Adds a page that needs a signed-in account. Other visitors are redirected to the sign-in form or, at `/`, get the logged-out page.
 * Faults apply before the page is shown.
 */
export function addSignedInRoute(app: FastifyInstance, world: World, route: SignedInRoute): void {
  app.get(route.path, async (request, reply) => {
    const account = accountOf(world, request);
    if (!account) {
      if (route.path === '/') return sendLoggedOut(world, request, reply);
      const shown = route.showToVisitor?.(request, reply) ?? null;
      if (shown !== null) return shown;
      return reply.redirect(`/accounts/login/?next=${encodeURIComponent(request.url)}`);
    }
    const person = route.personOf?.(request) ?? null;
    if (await applyPageFaults(world, request, reply, { account, person })) return reply;
    return route.show({ request, reply, account });
  });
}
