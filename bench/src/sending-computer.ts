import type { Client } from '@sandpiper/contract/client';
import { startCampaign } from '@sandpiper/testkit/campaigns';
import { pairComputer } from '@sandpiper/testkit/protocol-agent';
import type { ServerProcess } from './system/server-process.ts';

export type RunningCampaign = Awaited<ReturnType<typeof startCampaign>>;
export type Computer = Awaited<ReturnType<typeof pairComputer>>;

/** Puts the user on the largest plan and starts a campaign. */
export async function runCampaign(
  { owner: admin }: ServerProcess,
  owner: Client,
  plan: Parameters<typeof startCampaign>[1],
): Promise<RunningCampaign> {
  const { user } = await owner('GET /api/auth/profile');
  const body = { username: user.username, pack: 'pro' as const, subscription_end_date: '2999-12-31' };
  await admin('PUT /api/users/:id', { params: { id: user.id }, body });
  return startCampaign(owner, plan);
}

/** Connects a simulated agent whose computer has the Firefox profiles of all accounts. */
export async function connectComputer(server: ServerProcess, owner: Client): Promise<Computer> {
  const computer = await pairComputer(owner, 'Bench', server.client);
  await computer.sync();
  return computer;
}

/** Claims the account's next person. Throws if the server gives none. */
export async function claimFor({ call }: Computer, profile_id: number) {
  const answer = await call('POST /api/agent/deliveries/claim', { body: { profile_id } });
  if (answer.delivery === null) throw new Error(`No person was assigned to account ${profile_id}: ${answer.reason}`);
  return answer.delivery;
}

export function reportSent({ call }: Computer, { id, claim_id }: { id: number; claim_id: string }) {
  return call('POST /api/agent/deliveries/:id/result', { params: { id }, body: { claim_id, outcome: 'sent' } });
}
