import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../world/world.ts';
import type { Thread } from '../world/world.types.ts';
import { sendFeed } from './feed.page.ts';
import { inboxView, threadListView } from './direct/inbox.page.ts';
import { languageOf } from './page-language.ts';
import { sendPlain, sendSignedIn } from './page.reply.ts';
import { profileOf, sendProfile, sendPublicProfile } from './profile.page.ts';
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
    path: '/stories/:username/:story',
    show: (visit) => sendStories(world, visit),
  });
  addSignedInRoute(app, world, {
    path: '/:username',
    personOf: (request) => world.people.get(usernameOf(request)) ?? null,
    show: ({ request, reply, account }) => sendProfile(world, reply, account, usernameOf(request)),
    showToVisitor: (request, reply) => sendPublicProfile(world, request, reply, usernameOf(request)),
  });
}

function sendInbox(world: World, { request, reply, account }: Visit): FastifyReply {
  const view = inboxView(world, account, request.url.startsWith('/direct/new'));
  return sendSignedIn(reply, { world, account, view, title: languageOf(world, account).texts.inboxTitle });
}

/** Sends a thread's page. If the account has no thread with this ID, sends the inbox with an empty pane. */
function sendThread(world: World, visit: Visit): FastifyReply {
  const { request, reply, account } = visit;
  const thread = threadOf(world, request);
  if (thread?.account !== account) return sendInbox(world, visit);
  return sendSignedIn(reply, {
    world,
    account,
    person: thread.person,
    view: { ...threadListView(world, account), kind: 'thread', threadId: thread.id },
    title: languageOf(world, account).texts.inboxTitle,
  });
}

/** Sends the story viewer, a page without navigation. */
function sendStories(world: World, { request, reply, account }: Visit): FastifyReply {
  const person = world.people.get(decode(request.url.split(/[/?]/u)[2] ?? '').toLowerCase());
  if (!person) return reply.redirect('/');
  const view = { kind: 'stories' as const, person: profileOf(person) };
  return sendPlain(reply, { language: languageOf(world, account), view, viewer: account });
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
