import { errorBodySchema } from '@sandpiper/contract/errors';
import { createRandom } from '../random.ts';
import { ApiRequests, nounOf } from './api-requests.ts';
import type { ApiRequest, TokenKind } from './api-requests.ts';
import { apiDocumentSchema } from './json-schema.ts';
import { KnownValues } from './known-values.ts';

export type FuzzAnswer = { status: number; text: string; isJson: boolean };

/** The tokens of real callers, several of each kind. */
export type FuzzCallers = Record<Exclude<TokenKind, 'none'>, readonly string[]> & {
  /** Values that the fuzzer can't learn from responses, by field name. */
  hints: Record<string, string | number>;
};

export type FuzzOptions = {
  /** The OpenAPI document that the server publishes. */
  document: unknown;
  seed: string;
  requests: number;
  /** Creates callers with their own data. The fuzzer replaces its callers regularly, and whenever a caller is signed out or locked out. */
  newCallers: () => Promise<FuzzCallers>;
  send: (request: ApiRequest, token: string | null) => Promise<FuzzAnswer>;
  /** How many requests run at the same time. Only a run with the default of 1 can be repeated with its seed. */
  atOnce?: number;
  onProgress?: (done: number) => Promise<void>;
};

export type FuzzResult = {
  /** How often the server returned each status. */
  statuses: Map<number, number>;
  /** The operations that succeeded at least once. */
  succeeded: Set<string>;
  operations: number;
  /** Descriptions of what went wrong, each with its request. */
  faults: string[];
};

const lostCaller = new Set(['unauthenticated', 'account_disabled', 'deletion_pending', 'two_factor_setup_required']);
/**
 * How many requests are sent before the callers are replaced. Once a caller has changed its own role or subscription, the server refuses
 * most of its requests.
 */
const requestsPerCallers = 500;
const shownCharacters = 300;

/** Sends random requests for the operations in an API description, and records all responses that should never occur. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const random = createRandom(options.seed);
  const known = new KnownValues(random);
  const requests = new ApiRequests(apiDocumentSchema.parse(options.document), random, known);
  const operations = requests.operationIds.length;
  const result: FuzzResult = { statuses: new Map(), succeeded: new Set(), operations, faults: [] };
  const makeCallers = async (): Promise<FuzzCallers> => {
    const made = await options.newCallers();
    known.forget();
    known.learn(made.hints, '');
    return made;
  };
  let callers = makeCallers();
  const playOne = async () => {
    const request = requests.draw();
    const used = callers;
    const token = request.token === 'none' ? null : random.pick((await used)[request.token]);
    const answer = await options.send(request, token).catch((error: unknown) => {
      result.faults.push(`${titleOf(request)} got no response: ${String(error)}`);
    });
    if (answer === undefined) return;
    judge(result, request, answer);
    if (answer.status === 200 && answer.isJson) known.learn(JSON.parse(answer.text), nounOf(request.url));
    // Another request may already have replaced the callers.
    if (hasLostCaller(request, answer) && callers === used) callers = makeCallers();
  };
  let begun = 0;
  const worker = async () => {
    while (begun < options.requests) {
      begun += 1;
      const number = begun;
      if (number % requestsPerCallers === 0) callers = makeCallers();
      await playOne();
      await options.onProgress?.(number);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce ?? 1 }, worker));
  return result;
}

/** Checks whether a response shows that the request's caller was signed out or locked out, for example because the caller was deleted. */
function hasLostCaller({ token, headers }: ApiRequest, answer: FuzzAnswer): boolean {
  return token !== 'none' && headers['authorization'] === undefined && lostCaller.has(codeOf(answer) ?? '');
}

function judge({ statuses, succeeded, faults }: FuzzResult, request: ApiRequest, answer: FuzzAnswer): void {
  const { status, text } = answer;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status === 200) succeeded.add(request.operationId);
  const shown = `${titleOf(request)} got ${status}`;
  if (status >= 500) faults.push(`${shown}: ${text.slice(0, shownCharacters)}`);
  else if (status >= 400 && codeOf(answer) === undefined) {
    faults.push(`${shown} without the usual error body: ${text.slice(0, shownCharacters)}`);
  }
}

function codeOf({ text, isJson, status }: FuzzAnswer): string | undefined {
  if (status < 400 || !isJson) return undefined;
  return errorBodySchema.safeParse(JSON.parse(text)).data?.code;
}

/** Describes a request. Cuts off long parts. */
function titleOf({ method, url, headers, body }: ApiRequest): string {
  const shown = body === undefined ? '' : ` ${body.toString().slice(0, shownCharacters)}`;
  return `${method} ${url.slice(0, shownCharacters)}${shown} ${JSON.stringify(headers).slice(0, shownCharacters)}`;
}
