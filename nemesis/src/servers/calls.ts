import { inFrame } from '../time/frame.ts';
import type { ServerCall } from '../time/frame.ts';
import type { Server } from './server.ts';

/** A call on its way: what the contract's client made of it. */
export type Question = { method: string; url: string; token: string | null; body: string | null };
export type Answer = { status: number; type: string; body: string };

/** What happens to the server while it works on the call. */
export type Treatment = Pick<ServerCall, 'atCommit' | 'commitsBefore'>;
export const undisturbed: Treatment = { atCommit: 'store', commitsBefore: 0 };

/** Null: the server is gone, and nobody is answered. */
export type Served = Promise<Answer | null>;

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Has a server answer a call. */
export async function serve(server: Server, question: Question, treatment: Treatment = undisturbed): Served {
  const method = methods.find((one) => one === question.method);
  if (method === undefined) throw new Error(`${question.method} is no method of the contract`);
  const call: ServerCall = { server: server.number, isDead: false, ...treatment };
  const request = {
    method,
    url: question.url,
    headers: {
      ...(question.token === null ? {} : { authorization: `Bearer ${question.token}` }),
      ...(question.body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(question.body === null ? {} : { payload: question.body }),
  };
  // It begins when it is waited for, and so has to be waited for in there.
  const response = await inFrame({ side: 'server', call }, async () => {
    const answered = await server.app.http.inject(request);
    return answered;
  });
  if (call.isDead) return null;
  return {
    status: response.statusCode,
    type: response.headers['content-type'] ?? '',
    body: response.body,
  };
}

/** The work a server does by itself every few seconds. */
export async function sweep(server: Server, treatment: Treatment = undisturbed): Promise<boolean> {
  const call: ServerCall = { server: server.number, isDead: false, ...treatment };
  // What keeps it from sweeping is logged by the server, which tries again later.
  await inFrame({ side: 'server', call }, () => server.sweep.run()).catch((error: unknown) => {
    server.lastError = error instanceof Error ? error : null;
  });
  return !call.isDead;
}

function bodyOf(init: RequestInit | undefined): string | null {
  return typeof init?.body === 'string' ? init.body : null;
}

/** Reads what the contract's client asks `fetch` for. */
export function questionOf(address: string | URL | Request, init?: RequestInit): Question {
  const url = new URL(address instanceof Request ? address.url : address);
  const authorization = new Headers(init?.headers).get('authorization');
  return {
    method: init?.method ?? 'GET',
    url: `${url.pathname}${url.search}`,
    token: authorization === null ? null : authorization.replace(/^Bearer /u, ''),
    body: bodyOf(init),
  };
}

export function responseOf({ status, type, body }: Answer): Response {
  return new Response(body, { status, headers: { 'content-type': type } });
}
