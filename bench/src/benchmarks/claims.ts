import { randomUUID } from 'node:crypto';
import type { Client } from '@sandpiper/contract/client';
import { agentProtocol } from '@sandpiper/contract/agent';
import { databaseUrl } from '../config.ts';
import { printFigure, timed } from '../figures.ts';
import { usernames } from '../names.ts';
import { inDataFolder, startServer } from '../system/server-process.ts';
import type { ServerPlace } from '../system/server-process.ts';

const accounts = 300;
const atOnce = 10;

/** Claims and reports per second, compared with reads. */
export async function measureClaims(): Promise<void> {
  await inDataFolder(async (dataDir) => {
    console.log('Claims and reports, embedded Postgres');
    await measure({ dataDir, databaseUrl: null });
  });
  if (databaseUrl === null) return;
  await inDataFolder(async (dataDir) => {
    console.log('Claims and reports, PostgreSQL server');
    await measure({ dataDir, databaseUrl });
  });
}

async function measure(place: ServerPlace): Promise<void> {
  const server = await startServer(place);
  const { owner } = server;
  const profileIds = await makeCampaign(owner);
  const { token } = await owner('POST /api/agent-tokens', { body: { name: 'Bench' } });
  const agent = server.client(token);
  const run = { installation_id: randomUUID(), process_id: randomUUID() };
  const state = { protocol: agentProtocol, version: '0', platform: 'linux', ...run };
  const { asked_paths } = await agent('POST /api/agent/sync', { body: state });
  const paths = asked_paths.map((asked) => ({ ...asked, is_mine: true, folder: asked.path }));
  await agent('POST /api/agent/sync', { body: { ...state, paths } });
  const reads = await timed(() => eachOf(profileIds, () => owner('GET /api/settings')));
  const claims = await timed(() =>
    eachOf(profileIds, async (profile_id) => {
      const { delivery } = await agent('POST /api/agent/deliveries/claim', { body: { profile_id } });
      if (delivery === null) throw new Error(`Account ${profile_id} was given nobody`);
      return delivery;
    }),
  );
  const people = new Set(claims.result.map((delivery) => delivery.id));
  if (people.size !== accounts) throw new Error('A person was handed out twice');
  const reports = await timed(() =>
    eachOf(claims.result, ({ id, claim_id }) =>
      agent('POST /api/agent/deliveries/:id/result', { params: { id }, body: { claim_id, outcome: 'sent' } }),
    ),
  );
  await server.stop();
  const perSecond = (ms: number) => `${Math.round((accounts * 1000) / ms)} a second`;
  printFigure(`reads by key, ${atOnce} at once`, perSecond(reads.ms));
  printFigure(`claims, ${atOnce} at once`, `${perSecond(claims.ms)} (${(claims.ms / reads.ms).toFixed(1)} reads each)`);
  printFigure(
    `reports, ${atOnce} at once`,
    `${perSecond(reports.ms)} (${(reports.ms / reads.ms).toFixed(1)} reads each)`,
  );
}

async function makeCampaign(owner: Client): Promise<number[]> {
  await owner('GET /api/auth/profile').then(({ user }) =>
    owner('PUT /api/users/:id', { params: { id: user.id }, body: { username: user.username, pack: 'pro' } }),
  );
  const { list } = await owner('POST /api/lists', { body: { name: 'Bench' } });
  await owner('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: usernames(10_000) } });
  const { template } = await owner('POST /api/templates', { body: { name: 'Hello', content: 'Hi {username}' } });
  const profileIds: number[] = [];
  for (let number = 1; number <= accounts; number += 1) {
    const body = { profile_name: `shop${number}`, profile_path: `/profiles/shop${number}` };
    profileIds.push((await owner('POST /api/profiles', { body })).profile.id);
  }
  const { campaign } = await owner('POST /api/campaigns', {
    body: { name: 'Bench', message_template_id: template.id, list_id: list.id, profiles_used: profileIds },
  });
  await owner('POST /api/campaigns/:id/start', { params: { id: campaign.id } });
  return profileIds;
}

/** Works through items, a few at a time; returns the results in any order. */
async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.values();
  const worker = async () => {
    for (const item of left) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
