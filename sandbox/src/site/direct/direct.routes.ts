import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { accountOf } from '../../world/session.ts';
import type { Thread } from '../../world/world.types.ts';
import type { World } from '../../world/world.ts';
import { findPerson, Refusal, signedIn, threadOf } from './access.ts';
import { chatState, openChat } from './chat.view.ts';
import { graphqlRoutes } from './graphql.routes.ts';
import { breakConnection } from '../connection.ts';
import { inboxRows, searchPeople } from './inbox.page.ts';
import type { ChatState, ChatView } from '../page-data.ts';
import { Sendings } from './sendings.ts';

const personBody = z.object({ person: z.string() });
const requestBody = z.object({
  thread: z.string(),
  action: z.enum(['block', 'delete', 'accept', 'primary', 'general', 'cancel']),
});
const promptBody = z.object({ event: z.enum(['raised', 'accepted', 'dismissed']) });

/** Adds the routes that the scripts of the feed, profiles, the inbox and conversations call. */
export function directRoutes(app: FastifyInstance, world: World): void {
  const sendings = new Sendings();
  graphqlRoutes(app, world, sendings);
  app.post('/ajax/direct/open', (request) => {
    const account = signedIn(world, request);
    const person = findPerson(world, personBody.parse(request.body).person);
    return { thread: world.threadWith(account, person).id };
  });
  app.post('/ajax/direct/prioritised', (request) => {
    const account = signedIn(world, request);
    account.prioritised.push(personBody.parse(request.body).person);
    return {};
  });
  app.get('/ajax/direct/chat/:thread', (request) => showChat(world, ownThread(world, request)));
  app.get('/ajax/direct/messages/:thread', (request) => changedState(world, request));
  app.get('/ajax/direct/sent/:key', async (request, reply) => {
    const { key } = z.object({ key: z.string() }).parse(request.params);
    const shown = await sendings.wait(key);
    if (shown === null) throw new Refusal(504, 'The message did not arrive.');
    if (shown !== 'connection lost') return shown;
    breakConnection(request, reply);
    return reply;
  });
  app.post('/ajax/direct/request', (request) => {
    const { thread: threadId, action } = requestBody.parse(request.body);
    const thread = threadOf(world, signedIn(world, request), threadId);
    thread.request = afterAction[action];
    return chatState(world, thread);
  });
  app.get('/ajax/direct/inbox', (request) => {
    const { offset } = z.object({ offset: z.coerce.number().int().min(0).default(0) }).parse(request.query);
    return inboxRows(world, signedIn(world, request), offset);
  });
  app.get('/ajax/direct/search', (request) => {
    signedIn(world, request);
    return searchPeople(world, z.object({ q: z.string() }).parse(request.query).q);
  });
  app.post('/ajax/post-menu', (request) => {
    signedIn(world, request).postMenus += 1;
    return {};
  });
  app.post('/ajax/prompt', (request) => {
    const account = accountOf(world, request);
    if (account) account.prompts[promptBody.parse(request.body).event] += 1;
    return {};
  });
}

async function showChat(world: World, thread: Thread): Promise<ChatView> {
  const slow = world.hit('slow_chat', thread.account, thread.person);
  if (slow) await wait(world.delay(slow, 5000));
  if (world.isOn('chat_error', thread.account, thread.person))
    throw new Refusal(500, 'The conversation could not be loaded.');
  return openChat(world, thread);
}

const checkMs = 100;
const patienceMs = 20_000;

/**
 * Waits until the conversation is no longer in the state that the page shows, and returns the new state. After the timeout, returns the
 * unchanged state. Pages wait instead of asking repeatedly, because Firefox under remote control spends a lot of time on each request.
 */
async function changedState(world: World, request: FastifyRequest): Promise<ChatState> {
  for (let waitedMs = 0; ; waitedMs += checkMs) {
    const state = chatState(world, ownThread(world, request));
    const { shown } = z.object({ shown: z.string() }).parse(request.query);
    if (state.digest !== shown || waitedMs >= patienceMs || request.raw.socket.destroyed) return state;
    await wait(checkMs);
  }
}

const afterAction: Record<z.infer<typeof requestBody>['action'], Thread['request']> = {
  block: 'blocked',
  delete: 'deleted',
  accept: 'moving',
  primary: 'accepted',
  general: 'accepted',
  cancel: 'waiting',
};

function ownThread(world: World, request: FastifyRequest): Thread {
  const { thread } = z.object({ thread: z.string() }).parse(request.params);
  return threadOf(world, signedIn(world, request), thread);
}
