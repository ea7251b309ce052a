import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { api } from '@sandpiper/contract/api';
import { nextDelivery, type DeliveryEvent, type DeliveryState } from '@sandpiper/contract/delivery-states';
import type { ErrorCode } from '@sandpiper/contract/errors';
import { reasonText } from '@sandpiper/contract/reasons';
import { randomUUID } from 'node:crypto';
import type { FakeAccount, FakeDelivery, FakeServer } from './fake-server.state.ts';

export class Refusal extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

/** Scales the server's delays, so that a minute takes 60 ms. */
const waitScale = 1 / 1000;
const installationId = 'this computer';
const maxRetries = 3;

export const freshDelivery: DeliveryState = {
  status: 'pending',
  claim: null,
  failures: 0,
  releases: 0,
  checks: 0,
  troubledProfileIds: [],
  reason: null,
};

export const soon = (ms = 60_000): string => new Date(Date.now() + ms).toISOString();
const syncBody = api['POST /api/agent/sync'].body;
const resultBody = api['POST /api/agent/deliveries/:id/result'].body;
const requestResultBody = api['POST /api/agent/requests/:id/result'].body;
const claimBody = api['POST /api/agent/deliveries/claim'].body;
const renewRequestBody = api['POST /api/agent/requests/:id/renew'].body;
const renewBody = api['POST /api/agent/deliveries/:id/renew'].body;
const commitBody = api['POST /api/agent/deliveries/:id/commit'].body;
const stopBody = api['POST /api/agent/profiles/:id/stop'].body;

/** Changes a delivery according to the contract's state rules. Returns false if the event changes nothing. */
export function move(delivery: FakeDelivery, event: DeliveryEvent): boolean {
  const change = nextDelivery(delivery.state, event);
  if (change === null) return false;
  delivery.state = change.state;
  delivery.waitsUntil = Date.now() + (change.waitSeconds ?? 0) * 1000 * waitScale;
  if (change.goesToBack) delivery.place += 1_000_000;
  return true;
}

function isToCheck({ state }: FakeDelivery, profileId: number): boolean {
  return state.status === 'committed' && state.claim?.profileId === profileId;
}

function isOpen(delivery: FakeDelivery, profileId: number): boolean {
  return delivery.state.status === 'pending' || isToCheck(delivery, profileId);
}

/**
 * Returns the account's next delivery. Committed deliveries come first, because their outcome must be known before anything else may start.
 */
function nextFor(server: FakeServer, profileId: number): FakeDelivery | undefined {
  const open = server.deliveries
    .filter((each) => isOpen(each, profileId) && each.waitsUntil <= Date.now())
    .toSorted((one, other) => one.place - other.place);
  return open.find((each) => isToCheck(each, profileId)) ?? open[0];
}

/** Returns the IDs of the claims on the person for which the user has answered that the message was not sent. */
function unsentClaimsOn({ deliveries }: FakeServer, { recipient }: FakeDelivery): string[] {
  const person = recipient.toLowerCase();
  const unsent = deliveries.filter(
    (each) => each.recipient.toLowerCase() === person && each.state.reason === 'said_not_sent',
  );
  return unsent.flatMap(({ state }) => state.claim?.claimId ?? []);
}

function handOut(server: FakeServer, delivery: FakeDelivery, account: FakeAccount): ClaimedDelivery {
  const task = delivery.state.status === 'committed' ? 'check' : 'send';
  if (task === 'send')
    move(delivery, { type: 'claim', claim: { claimId: randomUUID(), installationId, profileId: account.id } });
  delivery.lastReport = null;
  return {
    id: delivery.id,
    claim_id: delivery.state.claim?.claimId ?? '',
    campaign_id: 1,
    campaign_name: 'test',
    profile_id: account.id,
    profile_name: account.name,
    profile_path: account.path,
    insta_username: account.credentials?.username ?? null,
    recipient: delivery.recipient,
    text: delivery.text,
    message_key: delivery.messageKey,
    repeat_key: null,
    skip_conversations: true,
    task,
    message_id: delivery.messageId,
    unsent_claim_ids: unsentClaimsOn(server, delivery),
    doubts_not_found: false,
    lease_expires_at: soon(server.behavior.leaseMs),
  };
}

function dueAt(server: FakeServer): string | null {
  return server.behavior.isNothingDue ? soon(60_000) : null;
}

function claim(server: FakeServer, body: unknown) {
  const { profile_id } = claimBody.parse(body);
  const account = server.accounts.find((each) => each.id === profile_id);
  if (account === undefined) throw new Refusal('not_found');
  const reason = server.held.has(profile_id) ? 'account_held' : 'nothing_left';
  const next = reason === 'account_held' ? undefined : nextFor(server, profile_id);
  if (next !== undefined) return { delivery: handOut(server, next, account) };
  return { delivery: null, reason, text: reasonText(reason), not_before: dueAt(server) };
}

function found(server: FakeServer, id: number): FakeDelivery {
  const delivery = server.deliveries.find((each) => each.id === id);
  if (delivery === undefined) throw new Refusal('not_found');
  return delivery;
}

function claimed(server: FakeServer, id: number, claimId: string): FakeDelivery {
  const delivery = found(server, id);
  if (delivery.state.claim?.claimId !== claimId) throw new Refusal('lease_lost');
  return delivery;
}

function renew(server: FakeServer, id: number, body: unknown) {
  claimed(server, id, renewBody.parse(body).claim_id).renewals += 1;
  return { lease_expires_at: soon(server.behavior.leaseMs) };
}

function commit(server: FakeServer, id: number, body: unknown) {
  const delivery = claimed(server, id, commitBody.parse(body).claim_id);
  const { refusal: reason, leaseMs } = server.behavior;
  delivery.commits += 1;
  if (reason !== null) return { may_send: false, reason, text: reasonText(reason) };
  const { claim: own } = delivery.state;
  if (own === null || !move(delivery, { type: 'commit', claim: own })) throw new Refusal('lease_lost');
  // When the lease expires, the delivery is due for a check.
  delivery.waitsUntil = Date.now() + leaseMs;
  return { may_send: true, lease_expires_at: soon(leaseMs) };
}

function settle(server: FakeServer, id: number, body: unknown) {
  const { claim_id: claimId, outcome, reason, detail, message_id: messageId } = resultBody.parse(body);
  const delivery = found(server, id);
  const { claim: own } = delivery.state;
  const usableAccounts = server.accounts.length - server.held.size;
  const isRepeated = delivery.lastReport === JSON.stringify(body);
  const profileId = own?.profileId ?? 0;
  const event = { type: 'report', claim: { claimId, installationId, profileId }, outcome, reason } as const;
  const recorded = !isRepeated && move(delivery, { ...event, maxRetries, usableAccounts });
  if (recorded) {
    delivery.lastReport = JSON.stringify(body);
    delivery.reports.push({ outcome, reason, detail });
    delivery.messageId = messageId ?? delivery.messageId;
  }
  return { recorded, status: delivery.state.status };
}

function stop(server: FakeServer, id: number, body: unknown) {
  server.held.set(id, stopBody.parse(body).reason);
  return { success: true };
}

function work(server: FakeServer) {
  const isBusy = (id: number): boolean =>
    server.deliveries.some(({ state }) => state.status === 'claimed' && state.claim?.profileId === id);
  return server.accounts
    .filter(({ id }) => !server.held.has(id) && (isBusy(id) || server.deliveries.some((each) => isOpen(each, id))))
    .map((account) => ({
      profile_id: account.id,
      profile_name: account.name,
      profile_path: account.path,
      campaign_id: 1,
      due_at: dueAt(server),
    }));
}

function sync(server: FakeServer, body: unknown) {
  const said = syncBody.parse(body);
  (said.is_check ? server.checks : server.syncs).push(said);
  const { behavior } = server;
  const requests = said.is_check ? [] : server.requests.filter((each) => each.status === 'pending');
  for (const request of requests) request.status = 'running';
  const isAsked = ({ path }: { path: string }): boolean => said.paths.every((each) => each.path !== path);
  if (!behavior.keepsAsking) behavior.askedPaths = behavior.askedPaths.filter(isAsked);
  return {
    user: { id: 1, username: 'tester' },
    agent_name: 'test agent',
    server_time: soon(0),
    sandbox: behavior.sandbox,
    accounts: said.is_check ? [] : work(server),
    requests,
    asked_paths: behavior.askedPaths,
    ...(behavior.pagePack === null ? {} : { page_pack: behavior.pagePack.offer }),
  };
}

function signOff(server: FakeServer) {
  for (const delivery of server.deliveries) {
    move(delivery, { type: 'expire' });
    delivery.waitsUntil = 0;
  }
  for (const request of server.requests.filter((each) => each.status === 'running')) request.status = 'pending';
  return { success: true };
}

function requestOf(server: FakeServer, id: number) {
  const request = server.requests.find((each) => each.id === id);
  if (request === undefined) throw new Refusal('not_found');
  return request;
}

function renewOfRequest(server: FakeServer, id: number, body: unknown) {
  const { progress } = renewRequestBody.parse(body);
  const request = requestOf(server, id);
  if (progress !== undefined) request.progress.push(progress);
  return { lease_expires_at: soon() };
}

function settleRequest(server: FakeServer, id: number, body: unknown) {
  const report = requestResultBody.parse(body);
  const request = requestOf(server, id);
  // The request has been leased again since the agent got this fence.
  if (report.fence !== request.fence) return { recorded: false };
  Object.assign(request, {
    status: report.status,
    results: report.results ?? null,
    error: report.error_message,
  });
  return { recorded: true };
}

function credentials(server: FakeServer, id: number) {
  const account = server.accounts.find((each) => each.id === id);
  if (account?.hasUnreadablePassword === true) throw new Refusal('invalid_state');
  const stored = account?.credentials;
  return { insta_username: stored?.username ?? null, insta_password: stored?.password ?? null };
}

/** Returns the response to a request from the agent. Throws a {@link Refusal} if the server refuses the request. */
export function answer(server: FakeServer, call: string, id: number, body: unknown): unknown {
  switch (call) {
    case 'POST /api/agent/sync':
      return sync(server, body);
    case 'GET /api/agent/page-pack':
      if (server.behavior.pagePack === null) throw new Refusal('not_found');
      return server.behavior.pagePack.file;
    case 'POST /api/agent/deliveries/claim':
      return claim(server, body);
    case 'POST /api/agent/deliveries/:id/renew':
      return renew(server, id, body);
    case 'POST /api/agent/deliveries/:id/commit':
      return commit(server, id, body);
    case 'POST /api/agent/deliveries/:id/result':
      return settle(server, id, body);
    case 'POST /api/agent/profiles/:id/stop':
      return stop(server, id, body);
    case 'POST /api/agent/requests/:id/renew':
      return renewOfRequest(server, id, body);
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
