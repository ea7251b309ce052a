import type { FastifyRequest } from 'fastify';
import { accountOf } from '../../world/session.ts';
import type { Account, Person, Thread } from '../../world/world.types.ts';
import type { World } from '../../world/world.ts';

/** An error that makes the server refuse a request with this status code. */
export class Refusal extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

export function signedIn(world: World, request: FastifyRequest): Account {
  const account = accountOf(world, request);
  if (!account) throw new Refusal(401, 'Sign in first.');
  return account;
}

export function threadOf(world: World, account: Account, threadId: string): Thread {
  const thread = world.threads.get(threadId);
  if (thread?.account !== account) throw new Refusal(404, 'There is no such thread.');
  return thread;
}

export function findPerson(world: World, username: string): Person {
  const known = world.people.get(username) ?? world.others.get(username);
  if (!known) throw new Refusal(404, 'There is no such person.');
  return known;
}
