import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from './world.types.ts';
import type { World } from './world.ts';

const oneYearSeconds = 31_536_000;

export function sessionIdOf(request: FastifyRequest): string | undefined {
  const pair = request.headers.cookie?.split(/;\s*/u).find((part) => part.startsWith('sessionid='));
  return pair?.slice('sessionid='.length);
}

export function accountOf(world: World, request: FastifyRequest): Account | null {
  const sessionId = sessionIdOf(request);
  return sessionId === undefined ? null : (world.sessions.get(sessionId) ?? null);
}

export function startSession(world: World, account: Account, reply: FastifyReply): string {
  const sessionId = `${account.id}%3A${randomBytes(12).toString('hex')}%3A7`;
  world.sessions.set(sessionId, account);
  reply.header('set-cookie', [
    `sessionid=${sessionId}; Path=/; Max-Age=${oneYearSeconds}; HttpOnly; SameSite=Lax`,
    `ds_user_id=${account.id}; Path=/; Max-Age=${oneYearSeconds}; SameSite=Lax`,
  ]);
  return sessionId;
}

/** Deletes the session on the server. The browser keeps its cookie. */
export function forgetSession(world: World, request: FastifyRequest): void {
  const sessionId = sessionIdOf(request);
  if (sessionId !== undefined) world.sessions.delete(sessionId);
}

export function endSession(world: World, request: FastifyRequest, reply: FastifyReply): void {
  forgetSession(world, request);
  reply.header('set-cookie', ['sessionid=; Path=/; Max-Age=0', 'ds_user_id=; Path=/; Max-Age=0']);
}

export function endAllSessions(world: World, account: Account): void {
  for (const [sessionId, owner] of world.sessions) if (owner === account) world.sessions.delete(sessionId);
}
