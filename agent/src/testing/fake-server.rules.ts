import { profileNotHere, type ClaimedDelivery, type DeliveryOutcome } from '@sandpiper/contract/agent';
import { api } from '@sandpiper/contract/api';
import type { ErrorCode } from '@sandpiper/contract/errors';
import type { FakeAccount, FakeDelivery, FakeServer } from './fake-server.state.ts';

export class Refusal extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

export const soon = (ms = 60_000): string => new Date(Date.now() + ms).toISOString();
const helloBody = api['POST /api/agent/hello'].body;
const resultBody = api['POST /api/agent/deliveries/:id/result'].body;
const requestResultBody = api['POST /api/agent/requests/:id/result'].body;
const claimBody = api['POST /api/agent/deliveries/claim'].body;
const renewBody = api['POST /api/agent/deliveries/:id/renew'].body;

function isOpen(delivery: FakeDelivery, profileId: number): boolean {
  return delivery.status === 'pending' || (delivery.status === 'unknown' && delivery.profileId === profileId);
}

function claimed(server: FakeServer, delivery: FakeDelivery, account: FakeAccount): ClaimedDelivery {
  Object.assign(delivery, {
    verifyFirst: delivery.verifyFirst || delivery.status === 'unknown',
    mayHaveLeft: delivery.verifyFirst || delivery.status === 'unknown',
    status: 'claimed',
    profileId: account.id,
    fence: delivery.fence + 1,
    attempts: delivery.attempts + 1,
  });
  return {
    id: delivery.id,
    campaign_id: 1,
    campaign_name: 'test',
    campaign_created_at: '2026-11-21T12:00:00.000Z',
    profile_id: account.id,
    profile_name: account.name,
    profile_path: account.path,
    insta_username: account.credentials?.username ?? null,
    recipient: delivery.recipient,
    text: delivery.text,
    fence: delivery.fence,
    lease_expires_at: soon(server.behaviour.leaseMs),
    verify_first: delivery.verifyFirst,
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

function renew(server: FakeServer, id: number, body: unknown) {
  const { fence, before_send } = renewBody.parse(body);
  const { maySend, leaseMs } = server.behaviour;
  const delivery = held(server, id, fence);
  delivery.mayHaveLeft ||= before_send && maySend;
  delivery.renewals += 1;
  return { lease_expires_at: soon(leaseMs), may_send: maySend, reason: maySend ? null : 'Stopped' };
}

function settle(server: FakeServer, id: number, body: unknown) {
  const report = resultBody.parse(body);
  const delivery = server.deliveries.find((each) => each.id === id);
  if (delivery === undefined) throw new Refusal('not_found');
  const isCurrent = delivery.fence === report.fence && ['claimed', 'unknown'].includes(delivery.status);
  const isRepeated = delivery.reported === `${report.fence} ${report.outcome}`;
  if (!isCurrent || isRepeated) return { recorded: false, is_repeated: isRepeated, status: delivery.status };
  delivery.reported = `${report.fence} ${report.outcome}`;
  delivery.reports.push({ outcome: report.outcome, reason: report.reason, detail: report.detail });
  if (report.outcome === 'unknown') delivery.verifyFirst = true;
  if (report.outcome === 'failed') delivery.verifyFirst = false;
  const stop = report.outcome === 'blocked' || report.reason === profileNotHere ? report : report.stops;
  if (stop !== null) server.blocked.set(delivery.profileId ?? 0, stop.reason ?? '');
  const after: Record<DeliveryOutcome, FakeDelivery['status']> = {
    sent: 'sent',
    not_found: 'not_found',
    failed: report.is_retryable && delivery.attempts < 6 ? 'pending' : 'failed',
    unknown: 'unknown',
    blocked: delivery.verifyFirst ? 'unknown' : 'pending',
    released: delivery.verifyFirst ? 'unknown' : 'pending',
  };
  delivery.status = after[report.outcome];
  return { recorded: true, is_repeated: false, status: delivery.status };
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
      due_at: server.behaviour.isNothingDue ? soon(60_000) : null,
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

/** As if the leases had run out: of what the agent was told to go ahead with it is not known whether it was sent. */
function signOff(server: FakeServer) {
  for (const delivery of server.deliveries.filter((each) => each.status === 'claimed'))
    delivery.status = delivery.mayHaveLeft ? 'unknown' : 'pending';
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

/** What the server answers to a call of an agent; throws a {@link Refusal}. */
export function answer(server: FakeServer, call: string, id: number, body: unknown): unknown {
  switch (call) {
    case 'POST /api/agent/hello':
      return hello(server, body);
    case 'GET /api/agent/work':
      return work(server);
    case 'POST /api/agent/deliveries/claim':
      return claim(server, body);
    case 'POST /api/agent/deliveries/:id/renew':
      return renew(server, id, body);
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
