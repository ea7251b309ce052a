import { hostileBodies, hostileHeaders, hostilePathParts, hostileQueries } from '../hostile-input.ts';
import type { Random } from '../random.ts';
import type { ApiDocument, Operation } from './json-schema.ts';
import type { KnownValues } from './known-values.ts';
import { drawValue } from './schema-values.ts';
import type { Draw } from './schema-values.ts';

/** The kind of token that a request carries. */
export type TokenKind = 'session' | 'agentToken' | 'none';

export type ApiRequest = {
  operationId: string;
  method: string;
  /** The path and the query string. */
  url: string;
  token: TokenKind;
  headers: Record<string, string>;
  body?: string | Buffer;
};

/** Headers that can actually be sent: HTTP clients and proxies refuse an invalid content length. */
const sendableHeaders = hostileHeaders.filter((header) => !('content-length' in header));
const longestUrl = 6000;

const otherTokens: readonly TokenKind[] = ['session', 'agentToken', 'none'];

type Call = { method: string; path: string; operation: Operation };

/** Returns the kind of record that a field named `id` in the response identifies: the last noun in the request's path. */
export function nounOf(path: string): string {
  const nouns = path.split(/[/?]/).filter((part) => /^[a-z-]+$/.test(part) && part !== 'api');
  return nouns.at(-1) ?? '';
}

/** Generates random requests from the API description. Most are well-formed, and the others contain hostile parts. */
export class ApiRequests {
  readonly #calls: readonly Call[];
  readonly #random: Random;
  readonly #known: KnownValues;
  readonly #schemas: ApiDocument['components']['schemas'];

  constructor(document: ApiDocument, random: Random, known: KnownValues) {
    this.#random = random;
    this.#known = known;
    this.#schemas = document.components.schemas;
    this.#calls = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  }

  get operationIds(): string[] {
    return this.#calls.map(({ operation }) => operation.operationId);
  }

  draw(): ApiRequest {
    const random = this.#random;
    const { method, path, operation } = random.pick(this.#calls);
    const draw = { random, known: this.#known, schemas: this.#schemas, hostility: random.isLucky(0.3) ? 0.1 : 0 };
    const body = this.#bodyOf(draw, operation);
    return {
      operationId: operation.operationId,
      method,
      url: (this.#pathOf(draw, path, operation) + this.#queryOf(draw, operation)).slice(0, longestUrl),
      token: random.isLucky(0.03) ? random.pick(otherTokens) : tokenOf(operation),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(random.isLucky(0.02) ? random.pick(sendableHeaders) : {}),
      },
      ...(body === undefined ? {} : { body }),
    };
  }

  #pathOf(draw: Draw, path: string, { parameters = [] }: Operation): string {
    let noun = '';
    const parts = path.split('/').map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) {
        noun = part;
        return part;
      }
      if (draw.random.isLucky(0.03)) return draw.random.pick(hostilePathParts);
      const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema ?? {};
      return encoded(drawValue(draw, schema, name === 'id' ? noun : name));
    });
    return parts.join('/');
  }

  #queryOf(draw: Draw, { parameters = [] }: Operation): string {
    const known = parameters.filter((parameter) => parameter.in === 'query');
    if (known.length === 0) return '';
    if (draw.random.isLucky(0.05)) return `?${draw.random.pick(hostileQueries)}`;
    const pairs = known
      .filter(({ required }) => required === true || draw.random.isLucky(0.3))
      .map(({ name, schema }) => `${name}=${encoded(drawValue(draw, schema, name))}`);
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  }

  #bodyOf(draw: Draw, { requestBody }: Operation): string | Buffer | undefined {
    const schema = requestBody?.content['application/json']?.schema;
    if (schema === undefined) return undefined;
    if (draw.random.isLucky(0.02)) return draw.random.pick(hostileBodies);
    return JSON.stringify(drawValue(draw, schema, ''));
  }
}

function tokenOf({ security = [] }: Operation): TokenKind {
  if (security.some((each) => 'agentToken' in each)) return 'agentToken';
  return security.length === 0 ? 'none' : 'session';
}

/** Encodes a value for a URL. Replaces lone surrogates, which a URL can't contain. */
function encoded(value: unknown): string {
  return encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());
}
