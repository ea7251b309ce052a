import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { textsOf } from '../texts/languages.ts';
import { accountOf } from '../world/session.ts';
import type { Account, Person } from '../world/world.types.ts';
import type { World } from '../world/world.ts';
import { html } from './html.ts';
import { sendLoggedOut } from './login.page.ts';
import { inboxView } from './inbox.page.ts';
import { spoilPage } from './page-faults.ts';
import { languageOf, sendSignedIn } from './page.reply.ts';
import { sendProfile } from './profile.page.ts';

interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  account: Account;
}

export function siteRoutes(app: FastifyInstance, world: World): void {
  /** A page for signed-in accounts; anybody else is sent to sign in, and faults may come first. */
  const page = (
    path: string,
    personOf: (request: FastifyRequest) => Person | null,
    show: (visit: Visit) => unknown,
  ): void => {
    app.get(path, async (request, reply) => {
      const account = accountOf(world, request);
      if (!account) {
        if (path === '/') return sendLoggedOut(world, request, reply);
        return reply.redirect(`/accounts/login/?next=${encodeURIComponent(request.url)}`);
      }
      if (await spoilPage(world, request, reply, { account, person: personOf(request) })) return reply;
      return show({ request, reply, account });
    });
  };
  const nobody = (): null => null;

  const feed = ({ reply, account }: Visit) => {
    const texts = textsOf(languageOf(world, account));
    const content = html`<section class="feed"><p>${texts.feedEmpty}</p></section>`;
    return sendSignedIn(reply, { world, account, view: { kind: 'plain' }, content });
  };
  page('/', nobody, feed);
  page('/explore', nobody, feed);

  const inbox = ({ request, reply, account }: Visit) =>
    sendSignedIn(reply, {
      world,
      account,
      view: inboxView(world, account, request.url.startsWith('/direct/new')),
      title: textsOf(languageOf(world, account)).inboxTitle,
    });
  for (const path of [
    '/direct/inbox',
    '/direct/requests',
    '/direct/requests/hidden',
    '/direct/general',
    '/direct/new',
  ]) {
    page(path, nobody, inbox);
  }

  const threadOf = (request: FastifyRequest) => world.threads.get(request.url.split('/')[3] ?? '');
  page(
    '/direct/t/:thread',
    (request) => threadOf(request)?.person ?? null,
    (visit) => {
      const thread = threadOf(visit.request);
      if (thread?.account !== visit.account) return inbox(visit);
      return sendSignedIn(visit.reply, {
        world,
        account: visit.account,
        person: thread.person,
        view: { kind: 'thread', threadId: thread.id },
        title: textsOf(languageOf(world, visit.account)).inboxTitle,
      });
    },
  );

  const usernameOf = (request: FastifyRequest) => decodeURIComponent(request.url.split(/[/?]/u)[1] ?? '').toLowerCase();
  page(
    '/:username',
    (request) => world.people.get(usernameOf(request)) ?? null,
    ({ request, reply, account }) => sendProfile(world, reply, account, usernameOf(request)),
  );
}
