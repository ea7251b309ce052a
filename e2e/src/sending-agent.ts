import { setTimeout as sleep } from 'node:timers/promises';
import { agentProtocol, type DeliveryOutcome } from '@sandpiper/contract/agent';
import { clientOf, type Person } from './people.ts';

export type SendingAgent = {
  /** Takes the account's next person and says how it ended, with a sentence and its stable word; answers who it was. */
  send: (account: number, outcome?: DeliveryOutcome, detail?: string, reason?: string) => Promise<string>;
};

/** An agent that sends at the word of the test, and says how it went without any browser. */
export async function connectSendingAgent(url: string, person: Person): Promise<SendingAgent> {
  const { token } = await person.call('POST /api/agent-tokens', { body: { name: 'Desk computer' } });
  const call = clientOf(url, token);
  await call('POST /api/agent/hello', { body: { protocol: agentProtocol, version: '0.1.0', platform: 'linux' } });

  async function claim(account: number) {
    for (;;) {
      const answer = await call('POST /api/agent/deliveries/claim', { body: { profile_id: account } });
      if (answer.delivery !== null) return answer.delivery;
      if (answer.not_before === null) throw new Error(`There is nothing to send: ${answer.text}`);
      await sleep(Math.max(20, Date.parse(answer.not_before) - Date.now()));
    }
  }

  return {
    send: async (account, outcome = 'sent', detail, reason) => {
      const { id, fence, recipient } = await claim(account);
      const sent_at = outcome === 'sent' ? new Date().toISOString() : null;
      const body = { fence, outcome, sent_at, detail: detail ?? null, reason: reason ?? null };
      await call('POST /api/agent/deliveries/:id/result', { params: { id }, body });
      return recipient;
    },
  };
}
