import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { api } from '@sandpiper/contract/api';
import type { Api, ApiKey } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { errorBodySchema } from '@sandpiper/contract/errors';
import { operationIds } from '@sandpiper/contract/operation-ids';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import {
  requireAdmin,
  requireKept,
  requireRecentSignIn,
  requireSubscription,
  requireTwoFactor,
  signedInAgentWith,
  signedInWith,
} from '../access/access.service.ts';
import { findAgentByToken } from '../access/access.store.ts';
import type { Person, SignedIn, SignedInAgent } from '../access/person.ts';
import type { App } from '../app-context.ts';
import { jsonHeaders } from './security-headers.ts';

type Input<K extends ApiKey, Part extends 'params' | 'query' | 'body'> =
  Api[K] extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

type Caller<K extends ApiKey> = Api[K]['access'] extends 'agent'
  ? SignedInAgent
  : Api[K]['access'] extends 'public'
    ? { user: undefined }
    : SignedIn;

/** A handler's input: the caller, and values that were validated and typed by the contract. */
export type Call<K extends ApiKey> = Caller<K> & {
  params: Input<K, 'params'>;
  query: Input<K, 'query'>;
  body: Input<K, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The return type of each handler. A handler for a file sets the reply's headers and returns a stream. */
export type Answers = {
  [K in ApiKey]: Api[K]['response'] extends z.ZodType ? z.output<Api[K]['response']> : Readable;
};

type Handler<K extends ApiKey> = (call: Call<K>) => Promise<Answers[K]>;

/** Error messages that replace the usual ones. */
type Texts = { subscriptionEnded?: string };

type AnyCaller = {
  user?: Person | undefined;
  agent?: SignedInAgent['agent'];
  session?: SignedIn['session'];
};

/** Finds a request's caller, and checks whether the caller may make the call. Neither of them counts the call. */
type Admission = {
  find: (request: FastifyRequest) => Promise<AnyCaller>;
  check: (caller: AnyCaller) => void;
};

/**
 * If a call's body takes longer than this to arrive, the caller is checked again. Otherwise, someone could send the headers, keep the body
 * back for as long as the server waits, and still make the call after the session has ended.
 */
const slowBodyMs = 1000;

/** Binds one of the contract's API calls to its handler. The contract determines access, input and output. */
export function route<K extends ApiKey>(app: App, key: K, handler: Handler<K>, texts: Texts = {}): void {
  const endpoint: Endpoint = api[key];
  bind(app, key, handler, {
    find: (request) => findCaller(app, endpoint, request),
    check: (caller) => checkCaller(app, endpoint, caller, texts),
  });
}

/**
 * Binds an agent's API call whose handler calls `authenticateAgent` itself. This way, one SQL statement can both check the token and do the
 * work.
 */
export function unauthenticatedRoute<K extends ApiKey>(
  app: App,
  key: K,
  handler: (call: Omit<Call<K>, keyof SignedInAgent>) => Promise<Answers[K]>,
): void {
  bind(app, key, handler, { find: () => Promise.resolve({}), check: () => {} });
}

function bind(app: App, key: ApiKey, handler: (call: never) => unknown, { find, check }: Admission): void {
  const endpoint: Endpoint = api[key];
  const [method = '', url = ''] = key.split(' ');
  const admitted = new WeakMap<FastifyRequest, { caller: AnyCaller; at: number }>();
  const isJson = endpoint.response instanceof z.ZodType;
  const headers = jsonHeaders(app.config);
  const options: RouteOptions = {
    method,
    url,
    schema: schemaOf(key, endpoint),
    // Runs before the body is read, so that an unauthenticated client can't make the server read a large body.
    onRequest: async (request, reply) => {
      if (isJson) reply.headers(headers);
      const caller = await find(request);
      await countCall(app, endpoint, { caller, request });
      check(caller);
      if (caller.user !== undefined) await limitCosts(app, endpoint, { user: caller.user, reply });
      admitted.set(request, { caller, at: performance.now() });
    },
    handler: async (request, reply) => {
      const { params, query, body } = request;
      const { caller: first = {}, at = 0 } = admitted.get(request) ?? {};
      const isSlow = performance.now() - at > slowBodyMs;
      const caller = isSlow ? await find(request) : first;
      if (isSlow) check(caller);
      // The schema validation, `find` and `check` guarantee that the arguments match the handler's type.
      const answer: unknown = await Reflect.apply(handler, undefined, [
        { ...caller, params, query, body, request, reply },
      ]);
      return answer;
    },
  };
  adjustToAnswer(options, endpoint);
  app.http.route(options);
  app.boundCalls.add(key);
}

function adjustToAnswer(options: RouteOptions, { response, access, maxBodyBytes }: Endpoint): void {
  if (maxBodyBytes !== undefined) options.bodyLimit = maxBodyBytes;
  // Responses to agents are too short to benefit from compression.
  if (access === 'agent') options.compress = false;
  if (!('file' in response)) {
    options.helmet = false;
    return;
  }
  // A HEAD request would also run the handler, which could use up a one-time download or create a whole export.
  options.exposeHeadRoute = false;
  // These downloads are already compressed. If the response had a content encoding as well, browsers would unpack a .tgz themselves.
  if (response.file === 'application/octet-stream') options.compress = false;
}

function findCaller(app: App, endpoint: Endpoint, request: FastifyRequest): Promise<AnyCaller> {
  if (endpoint.access === 'public') return Promise.resolve({});
  return lookUp<AnyCaller>(app, request, (token) =>
    endpoint.access === 'agent'
      ? signedInAgentWith(token, (tokenHash) => findAgentByToken(app.db, tokenHash))
      : signedInWith(app, { token, address: request.ip }),
  );
}

type Counted = { caller: AnyCaller; request: FastifyRequest };

async function countCall({ callLimits }: App, endpoint: Endpoint, { caller, request }: Counted): Promise<void> {
  const { user, agent } = caller;
  if (endpoint.access === 'public' && endpoint.isUncounted !== true) await callLimits.countVisitor(request.ip);
  if (user === undefined) return;
  await (agent === undefined ? callLimits.countUser(user.id) : callLimits.countAgents(user.id));
}

function checkCaller({ config }: App, endpoint: Endpoint, { user, session }: AnyCaller, texts: Texts): void {
  if (user === undefined || session === undefined) return;
  if (endpoint.whileDeletionPending !== true) requireKept(user);
  if (endpoint.isOpenBeforeTwoFactor !== true) requireTwoFactor(config, user);
  if (endpoint.access === 'admin') requireAdmin(user);
  if (endpoint.needsSubscription === true) requireSubscription(user, texts.subscriptionEnded);
  if (endpoint.needsRecentSignIn === true) requireRecentSignIn({ session });
}

/** Looks up the agent by the request's token, using `find`. Throws `unauthenticated`, `account_disabled` or `rate_limited`. */
export async function authenticateAgent<T extends SignedInAgent>(
  app: App,
  request: FastifyRequest,
  find: (tokenHash: Buffer) => Promise<T | undefined>,
): Promise<T> {
  const caller = await lookUp(app, request, (token) => signedInAgentWith(token, find));
  await app.callLimits.countAgents(caller.user.id);
  return caller;
}

function lookUp<T>(app: App, request: FastifyRequest, find: (token: string | null) => Promise<T>): Promise<T> {
  const token = bearerTokenOf(request);
  return token === null ? find(null) : app.callLimits.lookUp(request.ip, () => find(token));
}

async function limitCosts(app: App, endpoint: Endpoint, { user, reply }: { user: Person; reply: FastifyReply }) {
  if (endpoint.quota !== undefined) await app.callLimits.useQuota(endpoint.quota, user.id);
  if ('file' in endpoint.response) app.callLimits.beginDownload(user.id, reply);
}

function bearerTokenOf(request: FastifyRequest): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

function fileContent(file: string | readonly string[]): Record<string, { schema: z.ZodType }> {
  return Object.fromEntries([file].flat().map((mediaType) => [mediaType, { schema: z.string() }]));
}

const refusal = {
  description: 'The request was rejected',
  content: { 'application/json': { schema: errorBodySchema } },
};

function schemaOf(key: ApiKey, endpoint: Endpoint): NonNullable<RouteOptions['schema']> {
  const { params, query, body, response } = endpoint;
  const answer = response instanceof z.ZodType ? response : { content: fileContent(response.file) };
  return {
    operationId: operationIds[key],
    summary: endpoint.summary,
    tags: [key.split('/')[2] ?? key.split('/')[1] ?? ''],
    ...(endpoint.access === 'public'
      ? {}
      : { security: [{ [endpoint.access === 'agent' ? 'agentToken' : 'session']: [] }] }),
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    response: { 200: answer, '4xx': refusal },
  };
}
