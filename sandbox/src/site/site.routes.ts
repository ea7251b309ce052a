import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { textsOf } from '../texts/languages.ts';
import type { World } from '../world/world.ts';
import type { Thread } from '../world/world.types.ts';
import { html } from './html.ts';
import { inboxView } from './inbox.page.ts';
import { languageOf, sendSignedIn } from './page.reply.ts';
import { sendProfile } from './profile.page.ts';
import { addSignedInRoute } from './signed-in.route.ts';
import type { Visit } from './signed-in.route.ts';

const inboxPaths = ['/direct/inbox', '/direct/requests', '/direct/requests/hidden', '/direct/general', '/direct/new'];

export function siteRoutes(app: FastifyInstance, world: World): void {
  for (const path of ['/', '/explore']) addSignedInRoute(app, world, { path, show: (visit) => sendFeed(world, visit) });
  for (const path of inboxPaths) addSignedInRoute(app, world, { path, show: (visit) => sendInbox(world, visit) });
  addSignedInRoute(app, world, {
    path: '/direct/t/:thread',
    personOf: (request) => threadOf(world, request)?.person ?? null,
    show: (visit) => sendThread(world, visit),
  });
  addSignedInRoute(app, world, {
    path: '/:username',
    personOf: (request) => world.people.get(usernameOf(request)) ?? null,
    show: ({ request, reply, account }) => sendProfile(world, reply, account, usernameOf(request)),
  });
}

function sendFeed(world: World, { reply, account }: Visit): FastifyReply {
  const texts = textsOf(languageOf(world, account));
  const content = html`<section class="feed"><p>${texts.feedEmpty}</p></section>`;
  return sendSignedIn(reply, { world, account, view: { kind: 'plain' }, content });
}

function sendInbox(world: World, { request, reply, account }: Visit): FastifyReply {
  const view = inboxView(world, account, request.url.startsWith('/direct/new'));
  return sendSignedIn(reply, { world, account, view, title: textsOf(languageOf(world, account)).inboxTitle });
}

/** An unknown thread, or a username instead of one, shows the inbox with an empty pane. */
function sendThread(world: World, visit: Visit): FastifyReply {
  const { request, reply, account } = visit;
  const thread = threadOf(world, request);
  if (thread?.account !== account) return sendInbox(world, visit);
  return sendSignedIn(reply, {
    world,
    account,
    person: thread.person,
    view: { kind: 'thread', threadId: thread.id },
    title: textsOf(languageOf(world, account)).inboxTitle,
  });
}

function threadOf(world: World, request: FastifyRequest): Thread | undefined {
  return world.threads.get(request.url.split(/[/?]/u)[3] ?? '');
}

function usernameOf(request: FastifyRequest): string {
  const segment = request.url.split(/[/?]/u)[1] ?? '';
  return decode(segment).toLowerCase();
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
