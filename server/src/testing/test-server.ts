import { after } from 'node:test';
import { z } from 'zod';
import { api } from '@sandpiper/contract/api';
import type { Api, ApiKey } from '@sandpiper/contract/api';
import type { CallInput, CallOutput } from '@sandpiper/contract/client';
import { errorBodySchema } from '@sandpiper/contract/errors';
import type { ErrorBody } from '@sandpiper/contract/errors';
import { createApp } from '../app.ts';
import type { App } from '../platform/app-context.ts';
import type { Config } from '../platform/config.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { createLogger } from '../platform/log.ts';
import { testConfig } from './config.ts';
import { openTestDatabase } from './test-database.ts';
import { fixedKeys } from '../platform/secrets/server-keys.ts';

/** The caller, identified by a token, or null for an anonymous caller. */
export type Caller = { token: string } | null;

export type Reply = { status: number; headers: Record<string, unknown>; json: unknown; text: string; raw: Buffer };

type RawCall = {
  method: string;
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The client's IP address. Default: 127.0.0.1. */
  remoteAddress?: string;
};

export type TestServer = {
  app: App;
  /** Makes an API call that must succeed and returns its typed response. */
  call: <K extends ApiKey>(caller: Caller, key: K, input?: CallInput<K>) => Promise<CallOutput<K>>;
  /** Makes an API call that must be refused and returns the error. */
  refuse: <K extends ApiKey>(caller: Caller, key: K, input?: CallInput<K>) => Promise<ErrorBody & { status: number }>;
  /** Makes any request. */
  send: (caller: Caller, request: RawCall) => Promise<Reply>;
};

let shared: Promise<TestServer> | undefined;

/**
 * Returns a server shared by all test files of a process. Each test creates its own users. Call this at the top level of a test file. If a
 * test called this first, the server would be closed at the end of that test.
 */
export function testServer(): Promise<TestServer> {
  shared ??= startTestServer();
  return shared;
}

/**
 * Starts a server with its own database, for tests that need other settings or an empty database. The server is closed when the test, suite
 * or file ends.
 */
export async function startTestServer(changes: Partial<Config> = {}): Promise<TestServer> {
  const [server] = await startTestServers(1, changes);
  if (server === undefined) throw new Error('No server was started');
  return server;
}

/** Starts several servers on one database, each with its own connections, like servers behind a load balancer. */
export async function startTestServers(number: number, changes: Partial<Config> = {}): Promise<TestServer[]> {
  const first = await openTestDatabase();
  const opened: OpenDatabase[] = [first];
  const apps: App[] = [];
  after(async () => {
    for (const app of apps) await app.http.close();
    for (const database of opened.toReversed()) await database.close();
  });
  while (opened.length < number) opened.push(await first.openAgain());
  for (const database of opened) {
    const app = await createTestApp(database, changes);
    await app.http.ready();
    apps.push(app);
  }
  return apps.map(testServerOver);
}

/** Starts another server on a running server's database, as after a restart or in another process. The servers don't share events. */
export async function startBeside(server: TestServer, changes: Partial<Config> = {}): Promise<TestServer> {
  const app = await createTestApp({ db: server.app.db, eventsPools: null, disk: null }, changes);
  after(() => app.http.close());
  await app.http.ready();
  return testServerOver(app);
}

/** Creates an app on this database. The caller closes it. */
export function createTestApp(
  database: Pick<OpenDatabase, 'db' | 'eventsPools' | 'disk'>,
  changes: Partial<Config> = {},
): Promise<App> {
  const config: Config = { ...testConfig, ...changes };
  const keys = fixedKeys(config.secretKey ?? '', ...config.otherSecretKeys);
  return createApp({ config, log: createLogger(config.logLevel), database, keys });
}

/** Returns a test server for an app that the caller creates and closes. */
export function testServerOver(app: App): TestServer {
  async function send(caller: Caller, { method, url, body, headers, remoteAddress }: RawCall): Promise<Reply> {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const response = await app.http.inject({
      method: injectMethod(method),
      url,
      headers: {
        ...(caller === null ? {} : { authorization: `Bearer ${caller.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      json: isJson && response.body !== '' ? JSON.parse(response.body) : null,
      text: response.body,
      raw: response.rawPayload,
    };
  }

  return {
    app,
    send,
    call: async (caller, key, input) => {
      const reply = await send(caller, requestOf(key, input));
      if (reply.status !== 200) throw new Error(`${key} returned ${reply.status}: ${reply.text}`);
      return outputOf(key, reply);
    },
    refuse: async (caller, key, input) => {
      const reply = await send(caller, requestOf(key, input));
      if (reply.status < 400) throw new Error(`${key} was not refused: ${reply.text}`);
      return { ...errorBodySchema.parse(reply.json), status: reply.status };
    },
  };
}

const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

type LooseInput = { params?: unknown; query?: unknown; body?: unknown };

function entriesOf(value: unknown): [string, string | number | boolean][] {
  return Object.entries(valuesSchema.parse(value ?? {}));
}

/** Returns the HTTP request for one of the contract's API calls. */
export function requestOf(key: ApiKey, input: LooseInput = {}): RawCall {
  const [method = '', path = ''] = key.split(' ');
  const params = new Map(entriesOf(input.params));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const query = new URLSearchParams();
  for (const [name, value] of entriesOf(input.query)) query.set(name, String(value));
  const url = query.size === 0 ? filled : `${filled}?${query.toString()}`;
  return input.body === undefined ? { method, url } : { method, url, body: input.body };
}

function outputOf<K extends ApiKey>(key: K, reply: Reply): CallOutput<K>;
function outputOf(key: ApiKey, reply: Reply): unknown {
  const { response }: Api[ApiKey] = api[key];
  return 'file' in response ? new Response(new Uint8Array(reply.raw)) : response.parse(reply.json);
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;

function injectMethod(method: string): (typeof methods)[number] {
  const known = methods.find((one) => one === method);
  if (known === undefined) throw new Error(`${method} is not an HTTP method`);
  return known;
}
