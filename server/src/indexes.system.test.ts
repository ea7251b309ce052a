import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { ApiKey } from '@sandpiper/contract/api';
import type { PeopleChangeInput, PeopleScope } from '@sandpiper/contract/people-changes';
import { Kysely, PostgresDialect } from 'kysely';
import { z } from 'zod';
import { createApp } from './app.ts';
import { jobsToEnd } from './platform/background-jobs.ts';
import type { DB } from './platform/database/database.types.ts';
import { createLogger } from './platform/log.ts';
import { forgetShownReports } from './features/agent-requests/agent-request-views.service.ts';
import { finishDeletions } from './features/campaigns/campaign-deletion.service.ts';
import { cleanUpImports } from './features/imports/import-clean-up.service.ts';
import { addUpListCounts } from './features/lists/list-counts.service.ts';
import { startDueCampaigns } from './features/campaigns/campaign-schedule.service.ts';
import { settleStuckCampaigns } from './features/campaigns/campaign-settle.service.ts';
import { forgetOldChanges } from './features/people-changes/change-sweep.service.ts';
import { endStaleClaims, markLongUnreportedUnknown } from './features/sending/sending-sweep.service.ts';
import { syncBody } from './testing/agent-calls.ts';
import { buildAgent, buildSession } from './testing/builders.ts';
import { testConfig } from './testing/config.ts';
import { fillLongTables } from './testing/long-tables.ts';
import { openTestDatabase } from './testing/test-database.ts';
import { requestOf, testServerOver } from './testing/test-server.ts';
import { fixedKeys } from './platform/secrets/server-keys.ts';

/* Explains the queries of API calls on long tables, and checks that each query uses an index. */

type Query = { sql: string; parameters: readonly unknown[] };

const asked: Query[] = [];
const database = await openTestDatabase();
const db = new Kysely<DB>({
  dialect: new PostgresDialect({ pool: database.pool }),
  log: ({ query }) => {
    asked.push(query);
  },
});
const app = await createApp({
  config: testConfig,
  log: createLogger('silent'),
  database: { ...database, db, eventsPools: null },
  keys: fixedKeys(testConfig.secretKey ?? ''),
});
after(async () => {
  await app.http.close();
  await database.close();
});
const server = testServerOver(app);
const { userId, adminId, listId, campaignId, sendingId, accountId, importId } = await fillLongTables(database.pool);
const user = { token: await buildSession(app, userId) };
const admin = { token: await buildSession(app, adminId) };

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] };
const planSchema: z.ZodType<Plan> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().exactOptional(),
    'Index Name': z.string().exactOptional(),
    Plans: z.array(planSchema).exactOptional(),
  }),
);
const explanationSchema = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) });

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Returns the plan nodes of every query that an API call makes. */
async function stepsOf(key: ApiKey, input: object, caller: { token: string }): Promise<Plan[]> {
  asked.length = 0;
  const reply = await server.send(caller, requestOf(key, input));
  assert.equal(reply.status, 200, reply.text);
  return explained(/^\s*(select|with)/i);
}

/** Returns the plan nodes of the recorded queries that match this pattern. */
async function explained(beginning: RegExp): Promise<Plan[]> {
  const steps: Plan[] = [];
  for (const { sql, parameters } of asked.filter((query) => beginning.test(query.sql))) {
    const { rows } = await database.pool.query(`EXPLAIN (FORMAT JSON) ${sql}`, [...parameters]);
    steps.push(...nodesOf(explanationSchema.parse(rows[0])['QUERY PLAN'][0].Plan));
  }
  return steps;
}

type Case = { key: ApiKey; input?: object; caller?: { token: string }; by: string[] };

const ofList = { params: { id: listId } };
const ofImport = { params: { id: importId } };
const cases: Case[] = [
  { key: 'GET /api/lists/:id/recipients', input: ofList, by: ['recipients_page'] },
  {
    key: 'GET /api/lists/:id/recipients',
    input: { ...ofList, query: { status: 'failed' } },
    by: ['recipients_status'],
  },
  {
    key: 'GET /api/lists/:id/recipients',
    input: { ...ofList, query: { search: 'son777' } },
    by: ['recipients_search'],
  },
  { key: 'GET /api/lists', by: ['list_counts_of_list'] },
  { key: 'GET /api/lists/:id/variables', input: ofList, by: ['recipients_page'] },
  {
    key: 'POST /api/lists/:id/preview',
    input: { ...ofList, body: { content: 'Hi {username}' } },
    by: ['recipients_page'],
  },
  { key: 'GET /api/imports', by: [] },
  { key: 'GET /api/imports', input: { query: { list_id: listId } }, by: ['imports_of_list'] },
  { key: 'GET /api/imports/:id/rows', input: { ...ofImport, query: { page: 40 } }, by: ['import_rows_pkey'] },
  { key: 'GET /api/imports/:id/rows', input: { ...ofImport, query: { fate: 'contacted' } }, by: ['import_rows_fate'] },
  { key: 'GET /api/imports/:id/rows/export', input: ofImport, by: ['import_rows_pkey'] },
  { key: 'GET /api/lists/:id', input: ofList, by: ['list_counts_of_list'] },
  {
    key: 'GET /api/lists/:id/recipients',
    input: { ...ofList, query: { page: 150 } },
    by: ['recipients_page'],
  },
  { key: 'GET /api/people-changes', by: ['people_changes_pkey'] },
  { key: 'GET /api/people', by: ['people_pkey', 'recipients_person'] },
  { key: 'GET /api/people', input: { query: { search: 'son777' } }, by: ['people_search'] },
  { key: 'GET /api/people', input: { query: { state: 'failed' } }, by: ['people_outcome'] },
  { key: 'GET /api/people', input: { query: { state: 'contacted' } }, by: [] },
  { key: 'GET /api/people', input: { query: { state: 'never_contacted', days: 7 } }, by: [] },
  { key: 'GET /api/people', input: { query: { state: 'do_not_contact' } }, by: [] },
  { key: 'GET /api/people', input: { query: { list_id: listId } }, by: ['recipients_people'] },
  { key: 'GET /api/people', input: { query: { list_id: listId, tag_id: 1, before: 1_000_000 } }, by: [] },
  { key: 'GET /api/people/export', input: { query: { search: 'son777' } }, by: ['people_search'] },
  { key: 'GET /api/person/:username', input: { params: { username: 'person7' } }, by: [] },
  {
    key: 'GET /api/person/:username/timeline',
    input: { params: { username: 'person7' } },
    by: ['campaign_logs_recipient', 'person_events_person'],
  },
  { key: 'GET /api/tags', by: [] },
  { key: 'GET /api/do-not-contact/removals', by: [] },
  { key: 'GET /api/do-not-contact/export', by: ['do_not_contact_pkey'] },
  { key: 'GET /api/recipients', by: ['recipients_pkey'] },
  { key: 'GET /api/recipients', input: { query: { search: 'son777' } }, by: ['recipients_search'] },
  { key: 'GET /api/campaigns', by: ['campaigns_page'] },
  { key: 'GET /api/campaigns', input: { query: { search: 'ampaign777' } }, by: ['campaigns_name_search'] },
  { key: 'GET /api/campaigns', input: { query: { status: 'running' } }, by: [] },
  { key: 'GET /api/campaigns/:id', input: { params: { id: campaignId } }, by: ['campaign_logs_pkey'] },
  { key: 'GET /api/campaigns/:id/logs', input: { params: { id: campaignId } }, by: ['campaign_logs_pkey'] },
  { key: 'GET /api/campaigns/:id/logs/export', input: { params: { id: campaignId } }, by: ['campaign_logs_by_time'] },
  { key: 'GET /api/profiles', input: { query: { page: 1, limit: 10 } }, by: ['profiles_path'] },
  { key: 'GET /api/profiles', input: { query: { search: 'count777' } }, by: ['profiles_pkey'] },
  { key: 'GET /api/profiles/:id', input: { params: { id: accountId } }, by: [] },
  { key: 'GET /api/computers', by: [] },
  { key: 'GET /api/do-not-contact', by: ['do_not_contact_newest'] },
  { key: 'GET /api/do-not-contact', input: { query: { search: 'son777' } }, by: [] },
  { key: 'GET /api/profiles/performance', by: [] },
  {
    key: 'GET /api/profiles/performance',
    input: { query: { start_date: '2026-01-01', end_date: '2026-01-02' } },
    by: [],
  },
  { key: 'GET /api/unread-checker/requests/history', by: ['agent_requests_newest'] },
  { key: 'GET /api/activity', by: ['audit_events_user', 'audit_events_actor'] },
  { key: 'GET /api/audit', caller: admin, by: ['audit_events_pkey'] },
  { key: 'GET /api/audit', input: { query: { before: 30_000 } }, caller: admin, by: ['audit_events_pkey'] },
  { key: 'GET /api/audit', input: { query: { action: 'user_deleted' } }, caller: admin, by: ['audit_events_action'] },
  { key: 'GET /api/audit', input: { query: { user: 'user7' } }, caller: admin, by: ['audit_events_user_name'] },
  { key: 'GET /api/audit', input: { query: { search: 'puter 777' } }, caller: admin, by: ['audit_events_search'] },
  {
    key: 'GET /api/audit',
    input: { query: { start_date: '2026-01-05', end_date: '2026-01-05' } },
    caller: admin,
    by: ['audit_events_pkey'],
  },
  {
    key: 'GET /api/audit/export',
    input: { query: { action: 'user_deleted' } },
    caller: admin,
    by: ['audit_events_action'],
  },
  { key: 'GET /api/support', by: ['tickets_of_user'] },
  { key: 'GET /api/notices', by: ['notices_pkey'] },
  { key: 'GET /api/support', input: { query: { search: 'matter777' } }, caller: admin, by: ['tickets_search'] },
  { key: 'GET /api/support', input: { query: { status: 'closed' } }, caller: admin, by: ['tickets_status'] },
  { key: 'GET /api/support', input: { query: { priority: 'urgent' } }, caller: admin, by: ['tickets_priority'] },
  { key: 'GET /api/support', input: { query: { category: 'billing' } }, caller: admin, by: ['tickets_category'] },
  { key: 'GET /api/users', input: { query: { search: 'ser777' } }, caller: admin, by: ['users_username_search'] },
  { key: 'GET /api/users', input: { query: { role: 'admin' } }, caller: admin, by: ['users_role'] },
  { key: 'GET /api/users', input: { query: { pack: 'pro' } }, caller: admin, by: ['users_pack'] },
  {
    key: 'GET /api/contact',
    input: { query: { search: 'visitor777' } },
    caller: admin,
    by: ['contact_messages_search'],
  },
];

/** Tables that stay short no matter how many messages a server sends. */
const short: ReadonlySet<string | undefined> = new Set([
  'attempts',
  'sweep_lease',
  'agent_pairings',
  'background_jobs',
  'installer_tickets',
  'restores',
  'kept_keys',
]);

describe('no list reads all rows of a long table', () => {
  for (const { key, input = {}, caller = user, by } of cases) {
    it(`${key} ${JSON.stringify(input)}${by.length === 0 ? '' : ` uses ${by.join(', ')}`}`, async () => {
      const steps = await stepsOf(key, input, caller);
      const readWhole = steps.filter((step) => step['Node Type'] === 'Seq Scan').map((step) => step['Relation Name']);
      assert.deepEqual(
        readWhole.filter((table) => !short.has(table)),
        [],
      );
      const used = new Set(steps.map((step) => step['Index Name']));
      for (const index of by) assert.ok(used.has(index), `uses only ${[...used].join(', ')}`);
    });
  }
});

const agent = await buildAgent(app, { id: userId });
await db
  .updateTable('profiles')
  .set({ installation_id: agent.installationId, folder: '/p' })
  .where('id', '=', accountId)
  .execute();

type Sent = { id: number; claim_id: string };
let claimed: Sent | undefined;

const anyStatement = /^\s*(select|with|update|insert|delete)/i;

async function tablesReadWhole(work: () => Promise<unknown>): Promise<(string | undefined)[]> {
  asked.length = 0;
  await work();
  assert.ok(asked.length > 0, 'no query was recorded');
  const steps = await explained(anyStatement);
  const read = steps.filter((step) => step['Node Type'] === 'Seq Scan').map((step) => step['Relation Name']);
  return read.filter((table) => !short.has(table));
}

const claimedOf = (sent: Sent | undefined): Sent => {
  assert.ok(sent);
  return sent;
};
const dueAgain = () => db.updateTable('profiles').set({ next_due_at: null }).where('id', '=', accountId).execute();
const callsOfAnAgent: readonly [string, () => Promise<unknown>][] = [
  ['a sync', () => server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) })],
  [
    'a claim',
    async () => {
      const body = { profile_id: accountId };
      const { delivery } = await server.call(agent, 'POST /api/agent/deliveries/claim', { body });
      claimed = delivery ?? undefined;
    },
  ],
  [
    'a sign of life',
    () => {
      const { id, claim_id } = claimedOf(claimed);
      return server.call(agent, 'POST /api/agent/deliveries/:id/renew', { params: { id }, body: { claim_id } });
    },
  ],
  [
    'a commit',
    () => {
      const { id, claim_id } = claimedOf(claimed);
      const body = { claim_id, signed_in_as: 'shop' };
      return server.call(agent, 'POST /api/agent/deliveries/:id/commit', { params: { id }, body });
    },
  ],
  [
    'a report that it is not known',
    () => {
      const { id, claim_id } = claimedOf(claimed);
      const body = { claim_id, outcome: 'unknown', reason: 'interrupted' } as const;
      return server.call(agent, 'POST /api/agent/deliveries/:id/result', { params: { id }, body });
    },
  ],
  [
    'a report that it was sent',
    () => {
      const { id, claim_id } = claimedOf(claimed);
      const body = { claim_id, outcome: 'sent' } as const;
      return server.call(agent, 'POST /api/agent/deliveries/:id/result', { params: { id }, body });
    },
  ],
  [
    'a claim that finds nobody',
    async () => {
      const later = new Date(Date.now() + 3_600_000);
      await db.updateTable('deliveries').set({ retry_at: later }).where('campaign_id', '=', sendingId).execute();
      await dueAgain();
      asked.length = 0;
      await server.call(agent, 'POST /api/agent/deliveries/claim', { body: { profile_id: accountId } });
    },
  ],
  [
    'a stop',
    () =>
      server.call(agent, 'POST /api/agent/profiles/:id/stop', {
        params: { id: accountId },
        body: { reason: 'rate_limited' },
      }),
  ],
  ['signing off', () => server.call(agent, 'POST /api/agent/sign-off')],
];

describe('sending never reads a long table completely', () => {
  for (const [what, work] of callsOfAnAgent) {
    it(`in ${what}`, async () => {
      assert.deepEqual(await tablesReadWhole(work), []);
    });
  }
});

describe('forgetting a person never reads a long table completely', () => {
  it('regardless of their history', async () => {
    const params = { username: 'person777' };
    assert.deepEqual(
      await tablesReadWhole(() => server.call(user, 'POST /api/person/:username/forget', { params })),
      [],
    );
  });
});

describe('an import never reads a long table completely', () => {
  const body = { include: [], update_values: true, source: 'A fair' };
  for (const [what, work] of [
    [
      'while it is checked',
      () => server.call(user, 'POST /api/imports/:id/check', { ...ofImport, body: { rows: 5000, contacted_days: 30 } }),
    ],
    ['while it adds people', () => server.call(user, 'POST /api/imports/:id/start', { ...ofImport, body })],
    ['while its undo is previewed', () => server.call(user, 'GET /api/imports/:id/undo', ofImport)],
    ['while it is undone', () => server.call(user, 'POST /api/imports/:id/undo', ofImport)],
    ['while its rows are deleted', () => cleanUpImports(app)],
  ] as const) {
    it(what, async () => {
      if (what.endsWith('deleted')) {
        await db
          .updateTable('imports')
          .set({ kept_until: new Date(Date.now() - 1000) })
          .where('id', '=', importId)
          .execute();
      }
      const read = await tablesReadWhole(async () => {
        await work();
        await jobsToEnd(app);
      });
      assert.deepEqual(read, []);
    });
  }
});

const byUsername = { usernames: ['person1', 'person2', 'more3', 'more4'] };
const failedOnList = { list_id: listId, filter: { status: 'failed', search: 'son1' } } as const;
const changesToPeople: [PeopleScope, PeopleChangeInput][] = [
  [byUsername, { type: 'tag', tag: 'new' }],
  [{ people: { state: 'failed' } }, { type: 'tag', tag: 'tag1' }],
  [failedOnList, { type: 'untag', tag: 'tag1' }],
  [byUsername, { type: 'set_status', status: 'sent' }],
  [failedOnList, { type: 'set_status', status: 'not_found' }],
  [byUsername, { type: 'do_not_contact' }],
  [byUsername, { type: 'remove_from_list' }],
];

describe('a change to many people never reads a long table completely', () => {
  for (const [scope, change] of changesToPeople) {
    it(`${JSON.stringify(scope)}: ${change.type}, and undoing it`, async () => {
      const { list } = await server.call(user, 'POST /api/lists', { body: { name: 'Target' } });
      const read = await tablesReadWhole(async () => {
        for (const wanted of [change, { type: 'add_to_list', list_id: list.id } as const]) {
          const { change: begun } = await server.call(user, 'POST /api/people-changes', {
            body: { scope, change: wanted },
          });
          await jobsToEnd(app);
          if (begun.changed === 0) continue;
          await server.call(user, 'POST /api/people-changes/:id/undo', { params: { id: begun.id } });
          await jobsToEnd(app);
        }
      });
      assert.deepEqual(read, []);
    });
  }

  it('nor does filling a list from others', async () => {
    const { list } = await server.call(user, 'POST /api/lists', { body: { name: 'Short' } });
    await server.call(user, 'POST /api/people-changes', {
      body: { scope: byUsername, change: { type: 'add_to_list', list_id: list.id } },
    });
    const read = await tablesReadWhole(async () => {
      const params = { id: list.id };
      await server.call(user, 'POST /api/lists/:id/split', { params, body: { parts: 2 } });
      await server.call(user, 'POST /api/lists/:id/not-reached', {
        params,
        body: { name: 'Left', include_failed: true },
      });
    });
    assert.deepEqual(read, []);
  });
});

describe('the sweep never reads a long table completely', () => {
  for (const [what, work, exception] of [
    ['expired claims', () => endStaleClaims(app)],
    ['unreported messages', () => markLongUnreportedUnknown(app)],
    // Allows a sequential scan of `campaign_profiles`: with many running campaigns, it is cheaper.
    ['campaigns that are stuck', () => settleStuckCampaigns(app), 'campaign_profiles'],
    ['unfinished deletions', () => finishDeletions(app)],
    ['campaigns due to start', () => startDueCampaigns(app)],
    ['viewed diagnostic reports', () => forgetShownReports(app)],
    ['list counts', () => addUpListCounts(app)],
    ['outdated imports', () => cleanUpImports(app)],
    ['old changes to people', () => forgetOldChanges(app)],
  ] as const) {
    it(`for ${what}`, async () => {
      const read = await tablesReadWhole(work);
      assert.deepEqual(
        read.filter((table) => table !== exception),
        [],
      );
    });
  }
});
