import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';
import type { ReasonCode, StopReason } from '@sandpiper/contract/reasons';
import { clientOf, type Person } from './people.ts';
import { pairComputer } from './protocol-agent.ts';

type End = { reason?: ReasonCode; detail?: string };

export type SendingAgent = {
  /** Claims the account's next delivery and reports the outcome. Returns the recipient's username. */
  send: (account: number, outcome?: DeliveryOutcome, end?: End) => Promise<string>;
  /** Reports a stop reason for the account. */
  stop: (account: number, reason: StopReason, detail?: string) => Promise<void>;
};

/** Connects a simulated agent without a browser. Each call of `send` claims one delivery and reports the given outcome. */
export async function connectSendingAgent(url: string, person: Person): Promise<SendingAgent> {
  const { call, sync } = await pairComputer(person.call, 'Desk computer', (token) => clientOf(url, token));
  await sync();

  async function claim(account: number) {
    for (;;) {
      const answer = await call('POST /api/agent/deliveries/claim', { body: { profile_id: account } });
      if (answer.delivery !== null) return answer.delivery;
      if (answer.reason === 'no_computer') await sync();
      else if (answer.not_before === null) throw new Error(`There is nothing to send: ${answer.text}`);
      else await sleep(Math.max(20, Date.parse(answer.not_before) - Date.now()));
    }
  }

  return {
    send: async (account, outcome = 'sent', { reason, detail } = {}) => {
      const { id, claim_id, recipient } = await claim(account);
      const params = { id };
      const isSent = outcome === 'sent' || outcome === 'unknown';
      if (isSent) await call('POST /api/agent/deliveries/:id/commit', { params, body: { claim_id } });
      const sent_at = outcome === 'sent' ? new Date().toISOString() : null;
      const body = { claim_id, outcome, sent_at, detail: detail ?? null, reason: reason ?? null };
      await call('POST /api/agent/deliveries/:id/result', { params, body });
      return recipient;
    },
    stop: async (account, reason, detail) => {
      const body = { reason, detail: detail ?? null };
      await call('POST /api/agent/profiles/:id/stop', { params: { id: account }, body });
    },
  };
}
