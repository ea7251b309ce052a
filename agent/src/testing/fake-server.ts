import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { errorStatus, type ErrorCode } from '@sandpiper/contract/errors';
import { listenOnFreePort } from '@sandpiper/testkit/ports';
import { ZodError } from 'zod';
import { answer, freshDelivery, Refusal, soon } from './fake-server.rules.ts';
import type { FakeDelivery, FakeRequest, FakeServer } from './fake-server.state.ts';

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text === '' ? {} : JSON.parse(text);
}

/** Handles a pairing request. Treats the pairing code as approved from the second time that the agent asks. */
function pairing(server: FakeServer, call: string): unknown {
  if (call === 'POST /api/agent-pairing') {
    return {
      device_code: 'device',
      user_code: 'BCDF-GHJK',
      verification_uri: server.behavior.pairingUrl ?? `${server.url}/link`,
      verification_uri_complete: server.behavior.pairingUrl ?? `${server.url}/link?code=BCDF-GHJK`,
      expires_in: 600,
      interval: 0,
    };
  }
  server.pairingAsks += 1;
  if (server.pairingAsks < 2) throw new Refusal('authorization_pending');
  const { token, pagePackKey } = server.behavior;
  return pagePackKey === null ? { token } : { token, page_pack_key: pagePackKey };
}

async function handle(server: FakeServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (server.behavior.isDown) return void request.socket.destroy();
  if (server.behavior.foreignStatus !== null) {
    response.writeHead(server.behavior.foreignStatus, { 'content-type': 'text/html' });
    return void response.end('<h1>Welcome to our network</h1>');
  }
  const path = (request.url ?? '').split('?')[0] ?? '';
  const id = Number(/\/(\d+)(\/|$)/u.exec(path)?.[1] ?? 0);
  const reply = (status: number, body: unknown): void => {
    const date = new Date(Date.now() + server.behavior.clockOffMs).toUTCString();
    response.writeHead(status, { 'content-type': 'application/json', date });
    response.end(JSON.stringify(body));
  };
  const refuse = (code: ErrorCode): void =>
    reply(errorStatus[code], { error: `Refused: ${code}`, code, requestId: 'test' });
  const body = await bodyOf(request);
  const call = `${request.method ?? ''} ${path.replace(/\/\d+/u, '/:id')}`;
  if (path === '/api/health') return reply(200, { status: 'ok' });
  const isPairing = path.startsWith('/api/agent-pairing');
  if (!isPairing && request.headers.authorization !== `Bearer ${server.behavior.token}`)
    return refuse('unauthenticated');
  if (server.behavior.error !== null) return refuse(server.behavior.error);
  if (server.behavior.broken === call) return refuse('internal');
  server.calls.push(call);
  try {
    reply(200, isPairing ? pairing(server, call) : answer(server, call, id, body));
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.code);
    if (error instanceof ZodError) return refuse('validation_failed');
    reply(500, { error: String(error), code: 'internal', requestId: 'test' });
  }
}

export async function startFakeServer(): Promise<FakeServer> {
  const listener = createServer((request, response) => void handle(server, request, response));
  const port = await listenOnFreePort(listener);
  const server: FakeServer = {
    url: `http://127.0.0.1:${port}`,
    accounts: [],
    deliveries: [],
    requests: [],
    held: new Map(),
    calls: [],
    syncs: [],
    checks: [],
    signOffs: 0,
    pairingAsks: 0,
    behavior: {
      token: 'agent-token',
      sandbox: true,
      refusal: null,
      askedPaths: [],
      keepsAsking: false,
      leaseMs: 60_000,
      isNothingDue: false,
      error: null,
      isDown: false,
      broken: null,
      foreignStatus: null,
      pairingUrl: null,
      pagePack: null,
      pagePackKey: null,
      clockOffMs: 0,
    },
    addDelivery: (recipient, text) => {
      const id = server.deliveries.length + 1;
      const delivery: FakeDelivery = {
        id,
        recipient,
        text,
        messageKey: text,
        state: freshDelivery,
        waitsUntil: 0,
        place: id,
        renewals: 0,
        commits: 0,
        lastReport: null,
        messageId: null,
        reports: [],
      };
      server.deliveries.push(delivery);
      return delivery;
    },
    addRequest: (type, given = {}) => {
      const request: FakeRequest = {
        id: server.requests.length + 1,
        request_type: type,
        accounts: given.accounts ?? [],
        profile_name: given.profile_name ?? null,
        profile_path: given.profile_path ?? null,
        is_default: given.is_default ?? false,
        page: given.page ?? null,
        progress: [],
        fence: 1,
        lease_expires_at: soon(),
        status: 'pending',
        results: null,
        error: null,
      };
      server.requests.push(request);
      return request;
    },
    close: () =>
      new Promise((resolve) => {
        listener.closeAllConnections();
        listener.close(() => resolve());
      }),
  };
  return server;
}
