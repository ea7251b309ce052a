import type { z } from 'zod';
import type { Api, ApiKey } from './api.ts';
import type { ErrorBody, ErrorCode } from './errors.ts';
import { requestTimeoutMs } from './limits.ts';

/* This file imports only the schemas' types and identifies calls by their key, so that a browser bundle contains no schemas and no zod. */

type InputOf<K extends ApiKey, Part extends 'params' | 'query' | 'body'> =
  Api[K] extends Record<Part, infer S extends z.ZodType> ? z.input<S> : undefined;

type Optional<Name extends string, T> = undefined extends T
  ? { [N in Name]?: T }
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };

/** A call's input: path parameters, query and body. Parts that the call doesn't have are omitted. */
export type CallInput<K extends ApiKey> = Optional<'params', InputOf<K, 'params'>> &
  Optional<'query', InputOf<K, 'query'>> &
  Optional<'body', InputOf<K, 'body'>>;

/** A call's JSON response, or the `Response` itself if the call returns a file. */
export type CallOutput<K extends ApiKey> = Api[K]['response'] extends z.ZodType
  ? z.output<Api[K]['response']>
  : Response;

export type CallOptions = { signal?: AbortSignal; timeoutMs?: number };

/** A call that returns a file needs its own timeout, because the timeout covers the whole download. */
type CallArguments<K extends ApiKey> = Api[K]['response'] extends z.ZodType
  ? Record<never, never> extends CallInput<K>
    ? [input?: CallInput<K>, options?: CallOptions]
    : [input: CallInput<K>, options?: CallOptions]
  : [input: CallInput<K>, options: CallOptions & { timeoutMs: number }];

export type Client = <K extends ApiKey>(key: K, ...args: CallArguments<K>) => Promise<CallOutput<K>>;

export type FailureCode = ErrorCode | 'network' | 'timeout' | 'aborted';

/** The error for any failed call. `message` is a sentence for the user, taken from the server's response if there is one. */
export class ApiError extends Error {
  readonly code: FailureCode;
  /** The HTTP status. Zero if there was no response. */
  readonly status: number;
  readonly body: Partial<ErrorBody>;
  constructor(code: FailureCode, status: number, body: Partial<ErrorBody>) {
    super(body.error ?? 'Something went wrong');
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.body = body;
  }
}

export type ClientOptions = {
  /** The server's URL, such as `https://sandpiper.example`. Empty for the page's own origin. */
  baseUrl: string;
  getToken: () => string | null;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Called with the call's token for every 401 response, before the call throws. */
  onUnauthenticated?: (token: string | null) => void;
};

type RawInput = { params?: unknown; query?: unknown; body?: unknown };

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function urlOf(path: string, input: RawInput): string {
  const params = new Map(entriesOf(input.params));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const query = new URLSearchParams();
  for (const [name, value] of entriesOf(input.query)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

async function errorOf(response: Response): Promise<ApiError> {
  const error = `The server returned an error (${response.status}). Try again in a moment.`;
  try {
    const body: Partial<ErrorBody> = { error, ...((await response.json()) as Partial<ErrorBody>) };
    return new ApiError(body.code ?? 'internal', response.status, body);
  } catch {
    return new ApiError('internal', response.status, { error });
  }
}

function failureOf(cause: unknown, signal: AbortSignal | undefined): ApiError {
  if (signal?.aborted) return new ApiError('aborted', 0, { error: 'The request was canceled.' });
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new ApiError('timeout', 0, { error: 'The server took too long to answer. Try again.' });
  }
  return new ApiError('network', 0, { error: "Can't reach the server. Check your connection." });
}

/** Creates the function that the web app and the agent use to call the server. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch;

  async function call(key: string, input: RawInput = {}, callOptions: CallOptions = {}): Promise<unknown> {
    const [method = 'GET', path = ''] = key.split(' ');
    const token = options.getToken();
    const timeout = AbortSignal.timeout(callOptions.timeoutMs ?? requestTimeoutMs);
    const signal = callOptions.signal === undefined ? timeout : AbortSignal.any([callOptions.signal, timeout]);
    try {
      const response = await send(options.baseUrl + urlOf(path, input), {
        method,
        signal,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      });
      if (!response.ok) throw await errorOf(response);
      return response.headers.get('content-type')?.includes('json') ? await response.json() : response;
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : failureOf(cause, callOptions.signal);
      if (error.status === 401) options.onUnauthenticated?.(token);
      throw error;
    }
  }

  // TypeScript can't check that `call` returns the right type for each key.
  return call as Client;
}
