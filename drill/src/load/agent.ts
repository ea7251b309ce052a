import { randomUUID } from 'node:crypto';
import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { ApiError, createClient } from '@sandpiper/contract/client';
import type { Client } from '@sandpiper/contract/client';
import { goAheadMs } from '@sandpiper/contract/limits';
import { createProtocolAgent } from '@sandpiper/testkit/protocol-agent';
import type { CallLog } from './call-log.ts';
import type { Ledger } from './ledger.ts';
import { openLiveSocket } from './live-socket.ts';
import { Waiting } from './waiting.ts';

/** How long the real agent waits between two syncs. The longer time applies while the agent has no work and its socket is connected. */
const syncMs = 15_000;
const restMs = 60_000;
/** The shortest delay between two claims, as in the real agent. */
const leastWaitMs = 200;
/** The delay before a call is retried. It starts at `retryMs`, doubles after every failure, and stops growing at `longestRetryMs`. */
const retryMs = 1000;
const longestRetryMs = 10_000;

export type Device = { stop: () => Promise<void>; isConnected: () => boolean };

type Options = {
  url: string;
  token: string;
  installationId: string;
  accountPath: string;
  address: string;
  log: CallLog;
  ledger: Ledger;
};

/** Starts an agent that sends like the real one, but adds messages to the ledger instead of using Firefox. */
export function startAgent(options: Options): Device {
  const { url, token, installationId, accountPath, address, log, ledger } = options;
  const call = createClient({ baseUrl: url, getToken: () => token, fetch: log.fetchFrom(address) });
  const processId = randomUUID();
  const hasProfile = (path: string) => path === accountPath;
  const { sync } = createProtocolAgent(call, { installationId, processId, hasProfile });
  const socket = openLiveSocket(url, { token, process_id: processId }, address);
  const waiting = new Waiting();
  for (const event of ['agent_work', 'connect', 'disconnect']) socket.on(event, () => waiting.wake());
  const live = async () => {
    let retry = retryMs;
    while (!waiting.isOver) {
      try {
        const { accounts } = await sync();
        const waits = [accounts.length === 0 && socket.connected ? restMs : syncMs];
        for (const { profile_id, due_at } of accounts) {
          waits.push(isDue(due_at) ? await work({ call, ledger, waiting }, profile_id) : msUntil(due_at));
        }
        retry = retryMs;
        await waiting.for(Math.max(leastWaitMs, Math.min(...waits)));
      } catch (error) {
        // The call log has already recorded this error, and has decided whether it is a fault.
        if (!(error instanceof ApiError)) throw error;
        await waiting.for(retry);
        retry = Math.min(retry * 2, longestRetryMs);
      }
    }
  };
  const ended = live();
  return {
    isConnected: () => socket.connected,
    stop: async () => {
      waiting.finish();
      socket.disconnect();
      await ended;
    },
  };
}

function msUntil(time: string | null): number {
  return time === null ? syncMs : Date.parse(time) - Date.now();
}

function isDue(time: string | null): boolean {
  return time === null || msUntil(time) <= 0;
}

type Work = { call: Client; ledger: Ledger; waiting: Waiting };

/** Messages the account's next person. Returns the delay before the next claim, in milliseconds. */
async function work({ call, ledger, waiting }: Work, profileId: number): Promise<number> {
  const claim = await call('POST /api/agent/deliveries/claim', { body: { profile_id: profileId } });
  if (claim.delivery === null) return msUntil(claim.not_before);
  const { delivery } = claim;
  const message = { campaignId: delivery.campaign_id, recipient: delivery.recipient };
  if (delivery.task === 'send') {
    const askedAt = performance.now();
    const { id, claim_id } = delivery;
    const answer = await call('POST /api/agent/deliveries/:id/commit', { params: { id }, body: { claim_id } });
    if (!answer.may_send || performance.now() - askedAt > goAheadMs) return leastWaitMs;
    ledger.add(message);
  }
  // A `check` may be about a message that isn't in the ledger: if the go-ahead never reached the agent, the message was never sent.
  await report({ call, waiting }, delivery, ledger.has(message) ? 'sent' : 'unknown');
  return leastWaitMs;
}

/** Sends a report repeatedly until the server accepts or refuses it. The real agent keeps its reports in a journal. */
async function report(
  { call, waiting }: Pick<Work, 'call' | 'waiting'>,
  { id, claim_id }: ClaimedDelivery,
  outcome: 'sent' | 'unknown',
): Promise<void> {
  const body = { claim_id, outcome, sent_at: outcome === 'sent' ? new Date().toISOString() : null };
  for (let wait = retryMs; ; wait = Math.min(wait * 2, longestRetryMs)) {
    try {
      await call('POST /api/agent/deliveries/:id/result', { params: { id }, body });
      return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The server refused the report, for example because another claim has replaced this claim. The call log has already
      // decided whether the refusal is a fault.
      if (error.status !== 0 && error.status < 500) return;
      await waiting.for(wait);
      if (waiting.isOver) return;
    }
  }
}
