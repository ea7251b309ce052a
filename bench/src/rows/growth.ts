import type { Client } from '@sandpiper/contract/client';
import { defaultPageSize, recipientsPageSize } from '@sandpiper/contract/limits';
import { withConnection } from '@sandpiper/testkit/databases';
import { percentile } from '@sandpiper/testkit/percentile';
import { timed } from '../figures.ts';
import type { Effort, Line, Row } from '../row.ts';
import { claimFor, connectComputer, reportSent, runCampaign } from '../sending-computer.ts';
import type { Computer, RunningCampaign } from '../sending-computer.ts';
import { inPostgres } from '../system/postgres-place.ts';
import type { PostgresPlace } from '../system/postgres-place.ts';
import { startServer } from '../system/server-process.ts';
import type { ServerProcess } from '../system/server-process.ts';
import { addPeople, addPast } from './growth-data.ts';

const few = 10_000;
const longestMs = 50;
const accounts = 100;

type User = RunningCampaign & { owner: Client; computer: Computer; people: number; otherTemplateId: number };

/** Creates a user with a list of this many people, and a running campaign that has messaged half of them. */
async function makeUser(server: ServerProcess, place: PostgresPlace, people: number): Promise<User> {
  const owner = await server.newUser();
  const { user } = await owner('GET /api/auth/profile');
  const campaign = await runCampaign(server, owner, {
    accounts,
    addPeople: (listId) =>
      withConnection(place.databaseUrl, (client) => addPeople(client, { userId: user.id, listId, people })),
  });
  await withConnection(place.databaseUrl, (client) =>
    addPast(client, { userId: user.id, campaignId: campaign.campaignId, people }),
  );
  const { template } = await owner('POST /api/templates', { body: { name: 'Again', content: 'Hello, {username}!' } });
  return { owner, computer: await connectComputer(server, owner), people, otherTemplateId: template.id, ...campaign };
}

type Call = (user: User) => Promise<unknown>;

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

const ofCampaign = ({ campaignId }: User) => ({ params: { id: campaignId } });

const campaignCalls: Readonly<Record<string, Call>> = {
  campaigns: ({ owner }) => owner('GET /api/campaigns'),
  'one campaign': (user) => user.owner('GET /api/campaigns/:id', ofCampaign(user)),
  "one campaign's log: from the middle": (user) =>
    user.owner('GET /api/campaigns/:id/logs', { ...ofCampaign(user), query: { after_seq: 2 * user.people } }),
  'unknown outcomes': (user) => user.owner('GET /api/campaigns/:id/unknown', ofCampaign(user)),
  'unknown outcomes: last page': (user) =>
    user.owner('GET /api/campaigns/:id/unknown', {
      ...ofCampaign(user),
      query: { page: user.people / 200 / defaultPageSize },
    }),
  why: (user) => user.owner('GET /api/campaigns/:id/why', ofCampaign(user)),
  'preflight: a new campaign': ({ owner, listId, accountIds, otherTemplateId }) =>
    owner('POST /api/campaigns/preflight', {
      body: { name: 'Summer', message_template_id: otherTemplateId, list_id: listId, profiles_used: accountIds },
    }),
  'preflight: a started campaign': (user) =>
    user.owner('POST /api/campaigns/:id/preflight', { ...ofCampaign(user), body: {} }),
  'preview of a deletion': (user) => user.owner('GET /api/campaigns/:id/deletion-preview', ofCampaign(user)),
  'results in a campaign': (user) => user.owner('GET /api/campaigns/:id/profile-performance', ofCampaign(user)),
};

const listCall =
  (query: { page?: number; search?: string }): Call =>
  ({ owner, listId }) =>
    owner('GET /api/lists/:id/recipients', { params: { id: listId }, query });

const calls: Readonly<Record<string, Call>> = {
  ...campaignCalls,
  lists: ({ owner }) => owner('GET /api/lists'),
  'one list': listCall({}),
  'one list: a page in the middle': (user) => listCall({ page: user.people / recipientsPageSize / 2 })(user),
  'one list: two characters': listCall({ search: '77' }),
  recipients: ({ owner }) => owner('GET /api/recipients'),
  'recipients: a rare name': ({ owner }) => owner('GET /api/recipients', { query: { search: 'person77.' } }),
  'recipients: a common name': ({ owner }) => owner('GET /api/recipients', { query: { search: 'yoga' } }),
  'recipients: two characters': ({ owner }) => owner('GET /api/recipients', { query: { search: '77' } }),
  'recipients: two characters that are in no name': ({ owner }) =>
    owner('GET /api/recipients', { query: { search: 'zz' } }),
  people: ({ owner }) => owner('GET /api/people'),
  'people: a rare name': ({ owner }) => owner('GET /api/people', { query: { search: 'person77.' } }),
  'people: a common name': ({ owner }) => owner('GET /api/people', { query: { search: 'yoga' } }),
  'people: two characters': ({ owner }) => owner('GET /api/people', { query: { search: '77' } }),
  'people: two characters that are in no name': ({ owner }) => owner('GET /api/people', { query: { search: 'zz' } }),
  'do not contact': ({ owner }) => owner('GET /api/do-not-contact'),
  'do not contact: search': ({ owner }) => owner('GET /api/do-not-contact', { query: { search: 'yoga' } }),
  accounts: ({ owner }) => owner('GET /api/profiles'),
  dashboard: ({ owner }) => owner('GET /api/campaigns/dashboard-stats'),
  'dashboard: 30 days': ({ owner }) =>
    owner('GET /api/campaigns/dashboard-stats', { query: { start_date: day(30), end_date: day(0) } }),
  'results of accounts': ({ owner }) => owner('GET /api/profiles/performance'),
  "agent's request for work": ({ computer }) => computer.sync(),
};

/** Returns two calls to measure separately: one claims a person for the next account, and one reports that claim's result. */
function sendingCalls(): { claim: Call; result: Call } {
  const turns = new Map<User, number>();
  const claimed = new Map<User, Awaited<ReturnType<typeof claimFor>>>();
  return {
    claim: async (user) => {
      const turn = turns.get(user) ?? 0;
      turns.set(user, turn + 1);
      claimed.set(user, await claimFor(user.computer, user.accountIds[turn % accounts] ?? 0));
    },
    result: async (user) => {
      const claim = claimed.get(user);
      if (claim !== undefined) await reportSent(user.computer, claim);
    },
  };
}

const times = 7;

async function measureCalls(users: { small: User; big: User }, rounds: number): Promise<Line[]> {
  const { claim, result } = sendingCalls();
  const lines = new Map<string, Line>();
  const measured: [string, Call][] = Object.entries(calls);
  for (const [what, call] of measured) {
    const line: Line = {
      what,
      yardstick: 'the same with 10,000 people',
      unit: 'ms',
      ours: [],
      theirs: [],
      aim: { atMost: 1.5 },
    };
    lines.set(what, line);
    await call(users.small);
    await call(users.big);
    for (let round = 0; round < rounds; round += 1) {
      const waits: { small: number[]; big: number[] } = { small: [], big: [] };
      for (let time = 0; time < times; time += 1) {
        waits.small.push((await timed(() => call(users.small))).ms);
        waits.big.push((await timed(() => call(users.big))).ms);
      }
      line.ours.push(percentile(waits.big, 50));
      line.theirs.push(percentile(waits.small, 50));
    }
  }
  return [...lines.values(), ...(await measureSending(users, { claim, result }, rounds))];
}

async function measureSending(
  users: { small: User; big: User },
  pair: Record<'claim' | 'result', Call>,
  rounds: number,
) {
  const waits = { claim: { small: [], big: [] }, result: { small: [], big: [] } } as Record<
    'claim' | 'result',
    Record<'small' | 'big', number[]>
  >;
  const lines = (['claim', 'result'] as const).map((what): Line => {
    return { what, yardstick: 'the same with 10,000 people', unit: 'ms', ours: [], theirs: [], aim: { atMost: 1.5 } };
  });
  for (let round = 0; round < rounds; round += 1) {
    for (const what of ['claim', 'result'] as const) waits[what] = { small: [], big: [] };
    for (let time = 0; time < Math.floor(accounts / rounds) && time < 15; time += 1) {
      for (const size of ['small', 'big'] as const) {
        for (const what of ['claim', 'result'] as const) {
          waits[what][size].push((await timed(() => pair[what](users[size]))).ms);
        }
      }
    }
    for (const line of lines) {
      const { small, big } = waits[line.what === 'claim' ? 'claim' : 'result'];
      line.ours.push(percentile(big, 50));
      line.theirs.push(percentile(small, 50));
    }
  }
  return lines;
}

/** Returns a line that compares the slowest call of the larger user with the longest time that any call may take. */
function slowestOf(lines: readonly Line[]): Line {
  const [slowest] = lines.toSorted((one, other) => percentile(other.ours, 50) - percentile(one.ours, 50));
  const ours = slowest?.ours ?? [];
  const what = `the slowest call: ${slowest?.what}`;
  const yardstick = 'the longest time that a call may take';
  return { what, yardstick, unit: 'ms', ours, theirs: ours.map(() => longestMs), aim: { atMost: 1 } };
}

async function measure({ isQuick, rounds }: Effort): Promise<Line[]> {
  return inPostgres(async (place) => {
    const server = await startServer(place);
    const small = await makeUser(server, place, few);
    const big = await makeUser(server, place, isQuick ? 10 * few : 100 * few);
    await withConnection(place.databaseUrl, (client) => client.query('VACUUM ANALYZE'));
    const lines = await measureCalls({ small, big }, rounds);
    await server.stop();
    return [...lines, slowestOf(lines)];
  });
}

export const growthRow: Row = {
  name: 'growth',
  what: 'pages and agent calls with a million people and five million log entries (quick: a tenth)',
  measure,
};
