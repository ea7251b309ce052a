import type { ApiKey } from '@sandpiper/contract/api';
import type { CallOutput } from '@sandpiper/contract/client';
import type { ErrorBody } from '@sandpiper/contract/errors';
import { afterEach } from 'vitest';

export type FakeRequest = {
  key: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
};

/** An error response in the server's format. */
export class Failure {
  readonly status: number;
  readonly body: ErrorBody;
  constructor(status: number, body: Partial<ErrorBody> & { error: string }) {
    this.status = status;
    this.body = { code: 'internal', requestId: 'test', ...body };
  }
}

/** Makes a call fail as if the server couldn't be reached. */
export const unreachable = new Error('unreachable');

/** Makes a call fail as if it had timed out. */
export const late = new DOMException('late', 'TimeoutError');

/** The fake server passes a `Response` on unchanged, for example to simulate a proxy's error page. */
type Reply<K extends ApiKey> = CallOutput<K> | Failure | Error | DOMException | Response;
export type Replies = {
  [K in ApiKey]?: Reply<K> | ((request: FakeRequest) => Reply<K> | Promise<Reply<K>>);
};

type Route = { key: string; method: string; pattern: RegExp; names: string[] };

function routeOf(key: string): Route {
  const [method = 'GET', path = ''] = key.split(' ');
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  return { key, method, pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`), names };
}

/** Returns a function that answers its first call only. Later calls stay pending, so that a refetch can't hide a bug. */
export function onlyOnce<T>(answer: T): () => Promise<T> {
  let isFirst = true;
  return async () => {
    if (!isFirst) return new Promise<T>(() => undefined);
    isFirst = false;
    return answer;
  };
}

const realFetch = globalThis.fetch;

/**
 * Replaces `fetch` with a function that returns replies from a table. Use `set` to change replies during a test. Calls to endpoints without
 * a reply get a 500 response whose message names the endpoint.
 */
export function fakeApi(replies: Replies) {
  const table = new Map<string, unknown>(Object.entries(replies));
  const requests: FakeRequest[] = [];

  async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://localhost');
    const method = init?.method ?? 'GET';
    const routes = [...table.keys()].map(routeOf).toSorted((a, b) => a.names.length - b.names.length);
    const route = routes.find((each) => each.method === method && each.pattern.test(url.pathname));
    if (route === undefined) {
      return Response.json({ error: `No reply for ${method} ${url.pathname}`, requestId: 'test' }, { status: 500 });
    }
    const values = route.pattern.exec(url.pathname)?.slice(1) ?? [];
    const request: FakeRequest = {
      key: route.key,
      params: Object.fromEntries(route.names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')])),
      query: Object.fromEntries(url.searchParams),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    requests.push(request);
    const reply = table.get(route.key);
    const value: unknown = typeof reply === 'function' ? await reply(request) : reply;
    if (value instanceof Response) return value;
    if (value instanceof Failure) return Response.json(value.body, { status: value.status });
    if (value === late) throw late;
    if (value instanceof Error) throw new TypeError('fetch failed');
    return Response.json(value);
  }

  globalThis.fetch = answer;
  return {
    requests,
    /** Returns the requests made to an endpoint so far. */
    of: (key: ApiKey) => requests.filter((request) => request.key === key),
    set: (changes: Replies) => {
      for (const [key, reply] of Object.entries(changes)) table.set(key, reply);
    },
  };
}

afterEach(() => {
  globalThis.fetch = realFetch;
});
