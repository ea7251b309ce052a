import { inFrame } from '../time/frame.ts';
import type { ServerCall } from '../time/frame.ts';
import type { Server } from './server.ts';

/** A request as sent by the contract's client. */
export type Question = { method: string; url: string; token: string | null; body: string | null };
export type Answer = { status: number; type: string; body: string };

/** The fault, if any, that occurs while a server handles a call or a sweep. */
export type Treatment = Pick<ServerCall, 'atCommit' | 'commitsBefore'>;
export const undisturbed: Treatment = { atCommit: 'store', commitsBefore: 0 };

/** The server's answer. Null if there is none because the server has ended. */
export type Served = Promise<Answer | null>;

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

export async function serve(server: Server, question: Question, treatment: Treatment = undisturbed): Served {
  const method = methods.find((one) => one === question.method);
  if (method === undefined) throw new Error(`${question.method} is not a method of the contract`);
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
  // `inject` doesn't start until it's awaited, so it must be awaited inside the frame.
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

/** Runs a server's periodic background work once. Returns false if the server ended before finishing. */
export async function sweep(server: Server, treatment: Treatment = undisturbed): Promise<boolean> {
  const call: ServerCall = { server: server.number, isDead: false, ...treatment };
  // Don't rethrow the error: a real server only logs it and runs the sweep again later.
  await inFrame({ side: 'server', call }, () => server.sweep.run()).catch((error: unknown) => {
    server.lastError = error instanceof Error ? error : null;
  });
  return !call.isDead;
}

function bodyOf(init: RequestInit | undefined): string | null {
  return typeof init?.body === 'string' ? init.body : null;
}

/** Parses a request that the contract's client made with `fetch`. */
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
