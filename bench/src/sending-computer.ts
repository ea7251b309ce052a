import { randomUUID } from 'node:crypto';
import { agentProtocol } from '@sandpiper/contract/agent';
import type { Client } from '@sandpiper/contract/client';
import { usernames } from './names.ts';
import type { ServerProcess } from './system/server-process.ts';

type Size = { accounts: number; people: number };
export type RunningCampaign = { campaignId: number; listId: number; profileIds: number[] };

async function makeAccounts(owner: Client, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    const body = { profile_name: `shop${number}`, profile_path: `/profiles/shop${number}` };
    ids.push((await owner('POST /api/profiles', { body })).profile.id);
  }
  return ids;
}

/**
 * Puts the user on the largest plan and starts a campaign. `fill` adds the people to the campaign's list. Without it, the people are added
 * through the API.
 */
export async function runCampaign(
  { owner: admin }: ServerProcess,
  owner: Client,
  { accounts, people }: Size,
  fill?: (listId: number) => Promise<void>,
): Promise<RunningCampaign> {
  const { user } = await owner('GET /api/auth/profile');
  const body = { username: user.username, pack: 'pro' as const, subscription_end_date: '2999-12-31' };
  await admin('PUT /api/users/:id', { params: { id: user.id }, body });
  const { list } = await owner('POST /api/lists', { body: { name: 'Bench' } });
  if (fill === undefined) {
    await owner('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: usernames(people) } });
  } else await fill(list.id);
  const { template } = await owner('POST /api/templates', { body: { name: 'Hello', content: 'Hi {username}' } });
  const profileIds = await makeAccounts(owner, accounts);
  const { campaign } = await owner('POST /api/campaigns', {
    body: { name: 'Bench', message_template_id: template.id, list_id: list.id, profiles_used: profileIds },
  });
  await owner('POST /api/campaigns/:id/start', { params: { id: campaign.id } });
  return { campaignId: campaign.id, listId: list.id, profileIds };
}

export type Computer = { agent: Client; token: string; sync: () => Promise<unknown> };

/** Pairs a computer that reports having the Firefox profiles of all accounts. */
export async function pairComputer(server: ServerProcess, owner: Client): Promise<Computer> {
  const { token } = await owner('POST /api/agent-tokens', { body: { name: 'Bench' } });
  const agent = server.client(token);
  const run = { installation_id: randomUUID(), process_id: randomUUID() };
  const body = { protocol: agentProtocol, version: '0', platform: 'linux', ...run };
  const { asked_paths } = await agent('POST /api/agent/sync', { body });
  const paths = asked_paths.map((asked) => ({ ...asked, is_mine: true, folder: asked.path }));
  await agent('POST /api/agent/sync', { body: { ...body, paths } });
  return { agent, token, sync: () => agent('POST /api/agent/sync', { body }) };
}

/** Claims the account's next person. */
export async function claimFor(agent: Client, profile_id: number) {
  const answer = await agent('POST /api/agent/deliveries/claim', { body: { profile_id } });
  if (answer.delivery === null) throw new Error(`No person was assigned to account ${profile_id}: ${answer.reason}`);
  return answer.delivery;
}

/** Reports that the message to a claimed person was sent. */
export function reportSent(agent: Client, { id, claim_id }: { id: number; claim_id: string }) {
  return agent('POST /api/agent/deliveries/:id/result', { params: { id }, body: { claim_id, outcome: 'sent' } });
}
