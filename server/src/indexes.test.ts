import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { ApiKey } from '@sandpiper/contract/api';
import { Kysely, PostgresDialect } from 'kysely';
import { z } from 'zod';
import { createApp } from './app.ts';
import type { DB } from './platform/database/database.types.ts';
import { createLogger } from './platform/log.ts';
import { buildSession } from './testing/builders.ts';
import { testConfig } from './testing/config.ts';
import { fillLongTables } from './testing/long-tables.ts';
import { openTestDatabase } from './testing/test-database.ts';
import { requestOf, testServerOver } from './testing/test-server.ts';

/* Long tables, and what the database does for each list: every query of a call is explained. */

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
  database: { ...database, db, eventsPool: null },
  secret: testConfig.secretKey ?? '',
});
after(async () => {
  await app.http.close();
  await database.close();
});
const server = testServerOver(app);
const { userId, adminId, listId, campaignId } = await fillLongTables(database.pool);
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

/** The steps of every query that a call asks. */
async function stepsOf(key: ApiKey, input: object, caller: { token: string }): Promise<Plan[]> {
  asked.length = 0;
  const reply = await server.send(caller, requestOf(key, input));
  assert.equal(reply.status, 200, reply.text);
  const steps: Plan[] = [];
  for (const { sql, parameters } of asked.filter((query) => /^\s*(select|with)/i.test(query.sql))) {
    const { rows } = await database.pool.query(`EXPLAIN (FORMAT JSON) ${sql}`, [...parameters]);
    steps.push(...nodesOf(explanationSchema.parse(rows[0])['QUERY PLAN'][0].Plan));
  }
  return steps;
}

type Case = { key: ApiKey; input?: object; caller?: { token: string }; by: string[] };

const ofList = { params: { id: listId } };
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
  { key: 'GET /api/recipients', by: ['recipients_pkey'] },
  { key: 'GET /api/recipients', input: { query: { search: 'son777' } }, by: ['recipients_search'] },
  { key: 'GET /api/campaigns', by: ['campaigns_page'] },
  { key: 'GET /api/campaigns', input: { query: { search: 'ampaign777' } }, by: ['campaigns_name_search'] },
  { key: 'GET /api/campaigns', input: { query: { status: 'running' } }, by: [] },
  { key: 'GET /api/campaigns/:id', input: { params: { id: campaignId } }, by: ['campaign_logs_pkey'] },
  { key: 'GET /api/campaigns/:id/logs', input: { params: { id: campaignId } }, by: ['campaign_logs_pkey'] },
  { key: 'GET /api/profiles', input: { query: { page: 1, limit: 10 } }, by: ['profiles_path'] },
  { key: 'GET /api/profiles', input: { query: { search: 'count777' } }, by: ['profiles_name_search'] },
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
  { key: 'GET /api/support', by: ['tickets_of_user'] },
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

describe('of long tables no list reads all rows', () => {
  for (const { key, input = {}, caller = user, by } of cases) {
    it(`${key} ${JSON.stringify(input)}${by.length === 0 ? '' : ` uses ${by.join(', ')}`}`, async () => {
      const steps = await stepsOf(key, input, caller);
      const readWhole = steps.filter((step) => step['Node Type'] === 'Seq Scan').map((step) => step['Relation Name']);
      assert.deepEqual(readWhole, []);
      const used = new Set(steps.map((step) => step['Index Name']));
      for (const index of by) assert.ok(used.has(index), `uses only ${[...used].join(', ')}`);
    });
  }
});
