import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { api } from '@sandpiper/contract/api';
import type { Api, ApiKey } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { errorBodySchema } from '@sandpiper/contract/errors';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { requireAdmin, requireSubscription, signedInAgentWith, signedInWith } from '../access/access.service.ts';
import type { Person, SignedIn, SignedInAgent } from '../access/person.ts';
import type { App } from '../app-context.ts';

type Input<K extends ApiKey, Part extends 'params' | 'query' | 'body'> =
  Api[K] extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

type Caller<K extends ApiKey> = Api[K]['access'] extends 'agent'
  ? SignedInAgent
  : Api[K]['access'] extends 'public'
    ? { user: undefined }
    : SignedIn;

/** What a handler gets: the caller and the input, checked and typed as the contract says. */
export type Call<K extends ApiKey> = Caller<K> & {
  params: Input<K, 'params'>;
  query: Input<K, 'query'>;
  body: Input<K, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A file's handler sets the headers of the reply and answers a stream. */
export type Answers = {
  [K in ApiKey]: Api[K]['response'] extends z.ZodType ? z.output<Api[K]['response']> : Readable;
};

type Handler<K extends ApiKey> = (call: Call<K>) => Promise<Answers[K]>;

/** What a refusal says instead of the general words. */
type Texts = { subscriptionEnded?: string };

type AnyCaller = { user?: Person | undefined; agent?: SignedInAgent['agent']; tokenHash?: Buffer };

/** Binds one call of the contract to its handler: who may call, what comes in and what goes out follow from the contract. */
export function route<K extends ApiKey>(app: App, key: K, handler: Handler<K>, texts?: Texts): void;
export function route(app: App, key: ApiKey, handler: (call: never) => unknown, texts: Texts = {}): void {
  const endpoint: Endpoint = api[key];
  const [method = '', url = ''] = key.split(' ');
  const callers = new WeakMap<FastifyRequest, AnyCaller>();
  const options: RouteOptions = {
    method,
    url,
    schema: schemaOf(key, endpoint),
    // Before the body is read, so that a stranger cannot make the server read much.
    onRequest: async (request) => {
      callers.set(request, await authenticate(app, endpoint, request, texts));
    },
    handler: async (request, reply) => {
      const { params, query, body } = request;
      const caller = callers.get(request) ?? {};
      // What `schema` and `authenticate` let through is what the handler's own type asks for.
      const answer: unknown = await Reflect.apply(handler, undefined, [
        { ...caller, params, query, body, request, reply },
      ]);
      return answer;
    },
  };
  if (endpoint.maxBodyBytes !== undefined) options.bodyLimit = endpoint.maxBodyBytes;
  // A download is packed already; saying so of a .tgz would have the browser unpack it.
  if ('file' in endpoint.response && endpoint.response.file === 'application/octet-stream') options.compress = false;
  app.http.route(options);
  app.boundCalls.add(key);
}

async function authenticate(app: App, endpoint: Endpoint, request: FastifyRequest, texts: Texts): Promise<AnyCaller> {
  if (endpoint.access === 'public') return {};
  const token = bearerTokenOf(request);
  const caller =
    endpoint.access === 'agent' ? await signedInAgentWith(app.db, token) : await signedInWith(app.db, token);
  if (endpoint.access === 'admin') requireAdmin(caller.user);
  if (endpoint.needsSubscription === true) requireSubscription(caller.user, texts.subscriptionEnded);
  return caller;
}

function bearerTokenOf(request: FastifyRequest): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

const refusalSchema = errorBodySchema.describe('What a refused call answers');

function schemaOf(key: ApiKey, endpoint: Endpoint): NonNullable<RouteOptions['schema']> {
  const { params, query, body, response } = endpoint;
  const answer = response instanceof z.ZodType ? response : { content: { [response.file]: { schema: z.string() } } };
  return {
    summary: endpoint.summary,
    tags: [key.split('/')[2] ?? ''],
    ...(endpoint.access === 'public'
      ? {}
      : { security: [{ [endpoint.access === 'agent' ? 'agentToken' : 'session']: [] }] }),
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    response: { 200: answer, '4xx': refusalSchema },
  };
}
