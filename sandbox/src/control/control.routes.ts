import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accountChangeBody, faultName, incomingBody, parseFaults, resetBody, sessionBody } from '../control.schema.ts';
import { faultNames } from '../faults/fault.catalog.ts';
import { faultDescriptions } from '../faults/fault.descriptions.ts';
import { endAllSessions, startSession } from '../world/session.ts';
import { appendMessage } from '../world/thread.ts';
import type { World } from '../world/world.ts';
import { applyFaults } from './faults.control.ts';
import { describeWorld } from './state.control.ts';

const byUsername = z.object({ username: z.string().toLowerCase() });

/** Adds the routes through which tests and scripts control the sandbox. */
export function controlRoutes(app: FastifyInstance, world: World): void {
  app.post('/__sandbox/reset', (request) => {
    world.reset(resetBody.parse(request.body));
    return { accounts: world.accounts.size, people: world.people.size };
  });

  app.get('/__sandbox/deliveries', () => world.deliveries);
  app.get('/__sandbox/state', () => describeWorld(world));

  app.get('/__sandbox/faults', () => ({
    ...world.faults.list(),
    names: faultNames.map((name) => ({ name, about: faultDescriptions[name] })),
  }));
  app.post('/__sandbox/faults', (request) => {
    applyFaults(world, parseFaults(request.body));
    return world.faults.list();
  });
  app.delete('/__sandbox/faults', () => {
    applyFaults(world, parseFaults({ clear: true }));
    return world.faults.list();
  });
  app.delete('/__sandbox/faults/:name', (request) => {
    const { name } = z.object({ name: faultName }).parse(request.params);
    applyFaults(world, parseFaults({ off: [name] }));
    return world.faults.list();
  });

  app.post('/__sandbox/sessions', (request, reply) => {
    const { account: username } = sessionBody.parse(request.body);
    const account = world.accounts.get(username);
    if (!account) return reply.code(404).send({ error: `There is no account "${username}" in the sandbox.` });
    return { sessionid: startSession(world, account, reply), ds_user_id: account.id };
  });

  // Browsers open this page to sign in without the form. Opening it takes less time than opening one of the site's own pages.
  app.get('/__sandbox/sessions/:username', (request, reply) => {
    const { username } = byUsername.parse(request.params);
    const account = world.accounts.get(username);
    if (!account) return reply.code(404).send({ error: `There is no account "${username}" in the sandbox.` });
    startSession(world, account, reply);
    return reply.type('text/html; charset=utf-8').send('<!doctype html><title>Signed in</title>');
  });

  app.post('/__sandbox/incoming', (request, reply) => {
    const { account: to, from, text } = incomingBody.parse(request.body);
    const account = world.accounts.get(to);
    const person = world.people.get(from);
    if (!account) return reply.code(404).send({ error: `There is no account "${to}" in the sandbox.` });
    if (!person) return reply.code(404).send({ error: `There is no person "${from}" in the sandbox.` });
    const thread = world.threadWith(account, person);
    appendMessage(thread, { kind: 'theirs', text });
    thread.isUnread = true;
    return { thread: thread.id };
  });

  app.patch('/__sandbox/accounts/:username', (request, reply) => {
    const { username } = byUsername.parse(request.params);
    const account = world.accounts.get(username);
    if (!account) return reply.code(404).send({ error: `There is no account "${username}" in the sandbox.` });
    const change = accountChangeBody.parse(request.body);
    if (change.language) account.language = change.language;
    if (change.states) account.states = new Set(change.states);
    if (change.clear_checkpoint) account.checkpoint = null;
    if (change.sign_out) endAllSessions(world, account);
    return { username, language: account.language, states: [...account.states], checkpoint: account.checkpoint };
  });
}
