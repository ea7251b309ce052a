import { createClient } from '@sandpiper/contract/client';
import type { Client } from '@sandpiper/contract/client';
import { buildAccount, buildList, buildTemplate, buildUser } from '../../../server/src/testing/builders.ts';
import type { App } from '../../../server/src/platform/app-context.ts';
import { serverAddress } from '../computers/agent.run.ts';
import { createRandom } from '@sandpiper/testkit/random';
import type { Random } from '@sandpiper/testkit/random';
import { questionOf, responseOf } from '../servers/calls.ts';
import type { Treatment } from '../servers/calls.ts';
import { strike } from './history.ts';
import type { History } from './history.ts';
import { deliver } from './network.ts';
import type { SceneAccount, SceneCampaign } from './scene.types.ts';

const names = ['anna', 'ben', 'cleo', 'dina', 'emil', 'finn', 'gina', 'hugo', 'iris', 'jack'];
/** The accounts' names. At first, A1 and A2 are on computer 0, and B1 and B2 are on computer 1. */
const accountNames = ['A1', 'A2', 'B1', 'B2'];
const texts = ['Hello {username}!', 'Hello again, {username}.'];

/** Returns an API client for the owner's browser. */
export function ownerOf(history: History, server: number, treatment?: Treatment): Client {
  return createClient({
    baseUrl: serverAddress,
    getToken: () => history.scene.token,
    fetch: async (address, init) => {
      const way = treatment === undefined ? { server } : { server, treatment };
      const answer = await deliver(history, questionOf(address, init), way);
      if (answer === null) throw new TypeError('fetch failed');
      return responseOf(answer);
    },
  });
}

function somePeople(random: Random, count: number): string[] {
  const left = [...names];
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)).flat();
}

type Parts = { app: App; user: { id: number }; random: Random };

async function buildLists({ app, user, random }: Parts) {
  const lists = [];
  for (const count of [5, 5, 4]) {
    const { id, recipients } = await buildList(app, user, { recipients: somePeople(random, count) });
    lists.push({ id, people: recipients.map(({ recipient }) => recipient) });
  }
  return lists;
}

async function planCampaigns(history: History, { app, user, random }: Parts): Promise<SceneCampaign[]> {
  const { lists, accounts } = history.scene;
  const [one, two] = [
    await buildTemplate(app, user, { content: texts[0] ?? '' }),
    await buildTemplate(app, user, { content: texts[1] ?? '' }),
  ];
  const ids = accounts.map(({ id }) => id);
  const [a1 = 0, a2 = 0, b1 = 0, b2 = 0] = ids;
  // The first campaign's two accounts are on the same computer or on different computers.
  const [second, other] = random.isLucky(0.5) ? [b1, a2] : [a2, b1];
  const plans = [
    { template: one, accounts: [a1, second], allowsRepeat: false },
    { template: one, accounts: [other], allowsRepeat: false },
    { template: random.isLucky(0.6) ? one : two, accounts: [b2], allowsRepeat: random.isLucky(0.3) },
  ];
  const campaigns: SceneCampaign[] = [];
  for (const [index, { template, accounts: used, allowsRepeat }] of plans.entries()) {
    const name = `C${index + 1}`;
    const listId = lists[index]?.id ?? 0;
    const coolOffDays = random.isLucky(0.3) ? 1 : 0;
    const { campaign } = await ownerOf(history, 0)('POST /api/campaigns', {
      body: {
        name,
        message_template_id: template.id,
        list_id: listId,
        profiles_used: used,
        allow_repeat: allowsRepeat,
        skip_conversations: random.isLucky(0.7),
        cool_off_days: coolOffDays,
      },
    });
    const coolOffMs = coolOffDays * 86_400_000;
    campaigns.push({ id: campaign.id, name, listId, text: template.content, allowsRepeat, coolOffMs });
  }
  return campaigns;
}

/** Creates a user with two computers, four accounts, and three campaigns whose lists share people. */
export async function setScene(history: History): Promise<void> {
  const [first] = history.servers.all;
  if (first === undefined) throw new Error('No server is running');
  const { app } = first;
  const random = createRandom(`${history.seed} scene`);
  const delayStart = random.pick([30, 60, 200]);
  const settings = { delay_start: delayStart, delay_end: delayStart + 30, max_retries: random.between(1, 3) };
  const user = await buildUser(app, { pack: 'pro', ...settings });
  // The session was created in real time, so it could already have expired at the history's time.
  const later = "'2999-01-01'";
  const session = `expires_at = ${later}, last_used_at = ${later}, confirmed_at = ${later}`;
  await history.store.pool.query(`UPDATE sessions SET ${session}`);
  const accounts: SceneAccount[] = [];
  for (const name of accountNames) {
    const { id, profile_path: path } = await buildAccount(app, user, {
      profile_name: name,
      profile_path: `/profiles/${name}`,
    });
    accounts.push({ id, name, path });
    history.world.homes.set(id, name.startsWith('A') ? 0 : 1);
  }
  const parts = { app, user, random };
  const lists = await buildLists(parts);
  const { id: userId, token } = user;
  // The limit is low, so that histories reach it.
  const mostPerDay = random.pick([2, 3, 6]);
  history.servers.limitPerDay(mostPerDay);
  history.scene = { userId, token, accounts, lists, campaigns: [], mostPerDay };
  history.scene.campaigns = await planCampaigns(history, parts);
  for (const computer of history.computers) {
    const paired = await ownerOf(history, 0)('POST /api/agent-tokens', {
      body: { name: `Computer ${computer.number}` },
    });
    computer.token = paired.token;
  }
  strike(history, 'histories');
}
