import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  profileNotHere,
  type AgentRequestType,
  type ClaimedDelivery,
  type ClaimedRequest,
  type DeliveryOutcome,
  type RequestAccount,
} from '@sandpiper/contract/agent';
import { api } from '@sandpiper/contract/api';
import { errorStatus, type ErrorCode } from '@sandpiper/contract/errors';
import { z } from 'zod';

export type FakeAccount = {
  id: number;
  name: string;
  path: string;
  credentials?: { username: string; password: string };
};
export type FakeDelivery = {
  id: number;
  profileId: number | null;
  recipient: string;
  text: string;
  status: 'pending' | 'claimed' | 'unknown' | 'sent' | 'failed' | 'not_found';
  fence: number;
  attempts: number;
  reports: { outcome: DeliveryOutcome; reason: string | null; detail: string | null }[];
};
export type FakeRequest = ClaimedRequest & {
  status: 'pending' | 'running' | 'completed' | 'failed';
  results: unknown;
  error: string | null;
};

/** A server that keeps the rules the agent relies on, in memory. Only the calls of an agent are there. */
export type FakeServer = {
  url: string;
  accounts: FakeAccount[];
  deliveries: FakeDelivery[];
  requests: FakeRequest[];
  blocked: Map<number, string>;
  hellos: unknown[];
  /** Hellos that only asked. */
  checks: unknown[];
  signOffs: number;
  /** How often the agent asked whether its code was approved. */
  pairingAsks: number;
  /** Settings a test may change while it runs. */
  behaviour: {
    token: string;
    sandbox: boolean;
    maySend: boolean;
    error: ErrorCode | null;
    isDown: boolean;
    /** A call that fails each time, as `POST /api/…` with `:id`. */
    broken: string | null;
    /** Something in between answers everything with a page and this status. */
    foreignStatus: number | null;
    /** Where the code of a pairing is to be entered. */
    pairingUrl: string | null;
    /** By how much its clock differs from this computer's. */
    clockOffMs: number;
  };
  addDelivery: (recipient: string, text: string) => FakeDelivery;
  addRequest: (
    type: AgentRequestType,
    given?: Partial<Pick<ClaimedRequest, 'profile_name' | 'profile_path' | 'is_default'>> & {
      accounts?: RequestAccount[];
    },
  ) => FakeRequest;
  close: () => Promise<void>;
};

class Refusal extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

const soon = (ms = 60_000): string => new Date(Date.now() + ms).toISOString();
const helloBody = api['POST /api/agent/hello'].body;
const resultBody = api['POST /api/agent/deliveries/:id/result'].body;
const requestResultBody = api['POST /api/agent/requests/:id/result'].body;
const claimBody = api['POST /api/agent/deliveries/claim'].body;
const fenced = z.object({ fence: z.number() });

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text === '' ? {} : JSON.parse(text);
}

function isOpen(delivery: FakeDelivery, profileId: number): boolean {
  return delivery.status === 'pending' || (delivery.status === 'unknown' && delivery.profileId === profileId);
}

function claimed(server: FakeServer, delivery: FakeDelivery, account: FakeAccount): ClaimedDelivery {
  const verifyFirst = delivery.status === 'unknown';
  Object.assign(delivery, {
    status: 'claimed',
    profileId: account.id,
    fence: delivery.fence + 1,
    attempts: delivery.attempts + 1,
  });
  return {
    id: delivery.id,
    campaign_id: 1,
    campaign_name: 'test',
    profile_id: account.id,
    profile_name: account.name,
    profile_path: account.path,
    insta_username: account.credentials?.username ?? null,
    recipient: delivery.recipient,
    text: delivery.text,
    fence: delivery.fence,
    lease_expires_at: soon(),
    verify_first: verifyFirst,
    attempt: delivery.attempts,
  };
}

function claim(server: FakeServer, body: unknown) {
  const { profile_id } = claimBody.parse(body);
  const account = server.accounts.find((each) => each.id === profile_id);
  if (account === undefined) throw new Refusal('not_found');
  const none = { delivery: null, reason: 'nothing_left', text: 'Nobody is left', not_before: null };
  if (server.blocked.has(profile_id)) return { ...none, reason: 'account_blocked' };
  const open = server.deliveries.filter((each) => isOpen(each, profile_id));
  const next = open.find((each) => each.status === 'unknown') ?? open[0];
  return next === undefined ? none : { delivery: claimed(server, next, account) };
}

function held(server: FakeServer, id: number, fence: number): FakeDelivery {
  const delivery = server.deliveries.find((each) => each.id === id);
  if (delivery === undefined) throw new Refusal('not_found');
  if (delivery.fence !== fence) throw new Refusal('lease_lost');
  return delivery;
}

function settle(server: FakeServer, id: number, body: unknown) {
  const report = resultBody.parse(body);
  const delivery = server.deliveries.find((each) => each.id === id);
  if (delivery === undefined) throw new Refusal('not_found');
  const isCurrent = delivery.fence === report.fence && ['claimed', 'unknown'].includes(delivery.status);
  if (!isCurrent) return { recorded: false, status: delivery.status };
  delivery.reports.push({ outcome: report.outcome, reason: report.reason, detail: report.detail });
  const wasUnknown = delivery.reports.some((each) => each.outcome === 'unknown') && delivery.status !== 'unknown';
  const stop = report.outcome === 'blocked' || report.reason === profileNotHere ? report : report.stops;
  if (stop !== null) server.blocked.set(delivery.profileId ?? 0, stop.reason ?? '');
  const after: Record<DeliveryOutcome, FakeDelivery['status']> = {
    sent: 'sent',
    not_found: 'not_found',
    failed: report.is_retryable && delivery.attempts < 6 ? 'pending' : 'failed',
    unknown: 'unknown',
    blocked: wasUnknown ? 'unknown' : 'pending',
    released: wasUnknown ? 'unknown' : 'pending',
  };
  delivery.status = after[report.outcome];
  return { recorded: true, status: delivery.status };
}

function work(server: FakeServer) {
  const busy = (account: FakeAccount): boolean =>
    server.deliveries.some((each) => each.status === 'claimed' && each.profileId === account.id);
  const accounts = server.accounts
    .filter(
      (account) =>
        !server.blocked.has(account.id) &&
        (busy(account) || server.deliveries.some((each) => isOpen(each, account.id))),
    )
    .map((account) => ({
      profile_id: account.id,
      profile_name: account.name,
      profile_path: account.path,
      campaign_id: 1,
      due_at: null,
    }));
  const waiting = server.requests.filter((request) => request.status === 'pending').length;
  return { accounts, requests_waiting: waiting, server_time: soon(0) };
}

function hello(server: FakeServer, body: unknown) {
  (helloBody.parse(body).is_check ? server.checks : server.hellos).push(body);
  return {
    user: { id: 1, username: 'tester' },
    agent_name: 'test agent',
    server_time: soon(0),
    sandbox: server.behaviour.sandbox,
  };
}

/** As if the leases had run out: whether anything was sent under them is not known here. */
function signOff(server: FakeServer) {
  for (const delivery of server.deliveries.filter((each) => each.status === 'claimed')) delivery.status = 'unknown';
  for (const request of server.requests.filter((each) => each.status === 'running')) request.status = 'pending';
  return { success: true };
}

function claimRequest(server: FakeServer) {
  const request = server.requests.find((each) => each.status === 'pending');
  if (request === undefined) return { request: null };
  request.status = 'running';
  return { request };
}

function settleRequest(server: FakeServer, id: number, body: unknown) {
  const report = requestResultBody.parse(body);
  const request = server.requests.find((each) => each.id === id);
  if (request === undefined) throw new Refusal('not_found');
  Object.assign(request, { status: report.status, results: report.results ?? null, error: report.error_message });
  return { recorded: true };
}

function credentials(server: FakeServer, id: number) {
  const stored = server.accounts.find((each) => each.id === id)?.credentials;
  return { insta_username: stored?.username ?? null, insta_password: stored?.password ?? null };
}

function answer(server: FakeServer, call: string, id: number, body: unknown): unknown {
  switch (call) {
    case 'POST /api/agent/hello':
      return hello(server, body);
    case 'GET /api/agent/work':
      return work(server);
    case 'POST /api/agent/deliveries/claim':
      return claim(server, body);
    case 'POST /api/agent/deliveries/:id/renew':
      held(server, id, fenced.parse(body).fence);
      return {
        lease_expires_at: soon(),
        may_send: server.behaviour.maySend,
        reason: server.behaviour.maySend ? null : 'Stopped',
      };
    case 'POST /api/agent/deliveries/:id/result':
      return settle(server, id, body);
    case 'POST /api/agent/requests/claim':
      return claimRequest(server);
    case 'POST /api/agent/requests/:id/renew':
      return { lease_expires_at: soon() };
    case 'POST /api/agent/requests/:id/result':
      return settleRequest(server, id, body);
    case 'POST /api/agent/profiles/:id/credentials':
      return credentials(server, id);
    case 'POST /api/agent/sign-off':
      server.signOffs += 1;
      return signOff(server);
    default:
      throw new Refusal('not_found');
  }
}

/** Approved at the second ask. */
function pairing(server: FakeServer, call: string): unknown {
  if (call === 'POST /api/agent-pairing') {
    return {
      device_code: 'device',
      user_code: 'BCDF-GHJK',
      verification_uri: server.behaviour.pairingUrl ?? `${server.url}/link`,
      verification_uri_complete: server.behaviour.pairingUrl ?? `${server.url}/link?code=BCDF-GHJK`,
      expires_in: 600,
      interval: 1,
    };
  }
  server.pairingAsks += 1;
  if (server.pairingAsks < 2) throw new Refusal('authorization_pending');
  return { token: server.behaviour.token };
}

async function handle(server: FakeServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (server.behaviour.isDown) return void request.socket.destroy();
  if (server.behaviour.foreignStatus !== null) {
    response.writeHead(server.behaviour.foreignStatus, { 'content-type': 'text/html' });
    return void response.end('<h1>Welcome to our network</h1>');
  }
  const path = (request.url ?? '').split('?')[0] ?? '';
  const id = Number(/\/(\d+)(\/|$)/u.exec(path)?.[1] ?? 0);
  const reply = (status: number, body: unknown): void => {
    const date = new Date(Date.now() + server.behaviour.clockOffMs).toUTCString();
    response.writeHead(status, { 'content-type': 'application/json', date });
    response.end(JSON.stringify(body));
  };
  const refuse = (code: ErrorCode): void =>
    reply(errorStatus[code], { error: `Refused: ${code}`, code, requestId: 'test' });
  const body = await bodyOf(request);
  const call = `${request.method ?? ''} ${path.replace(/\/\d+/u, '/:id')}`;
  if (path === '/api/health') return reply(200, { status: 'ok' });
  const isPairing = path.startsWith('/api/agent-pairing');
  if (!isPairing && request.headers.authorization !== `Bearer ${server.behaviour.token}`)
    return refuse('unauthenticated');
  if (server.behaviour.error !== null) return refuse(server.behaviour.error);
  if (server.behaviour.broken === call) return refuse('internal');
  try {
    reply(200, isPairing ? pairing(server, call) : answer(server, call, id, body));
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.code);
    reply(500, { error: String(error), code: 'internal', requestId: 'test' });
  }
}

export async function startFakeServer(): Promise<FakeServer> {
  const listener = createServer((request, response) => void handle(server, request, response));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const server: FakeServer = {
    url: `http://127.0.0.1:${port}`,
    accounts: [],
    deliveries: [],
    requests: [],
    blocked: new Map(),
    hellos: [],
    checks: [],
    signOffs: 0,
    pairingAsks: 0,
    behaviour: {
      token: 'agent-token',
      sandbox: true,
      maySend: true,
      error: null,
      isDown: false,
      broken: null,
      foreignStatus: null,
      pairingUrl: null,
      clockOffMs: 0,
    },
    addDelivery: (recipient, text) => {
      const delivery: FakeDelivery = {
        id: server.deliveries.length + 1,
        profileId: null,
        recipient,
        text,
        status: 'pending',
        fence: 0,
        attempts: 0,
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
