import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { ApiKey } from '@sandpiper/contract/api';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import type { DB } from '../platform/database/database.types.ts';
import { buildSession } from './builders.ts';
import { testDatabaseUrl } from './config.ts';
import { fillLargeTables } from './large-tables.ts';
import { openTestDatabase } from './test-database.ts';
import { createTestApp, requestOf, testServerOver } from './test-server.ts';
import type { TestServer } from './test-server.ts';

/* Explains the queries that API calls run on large tables, to check that each query uses an index. */

type Query = { sql: string; parameters: readonly unknown[] };
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

/** Tables that stay small no matter how many messages a server sends. */
const short: ReadonlySet<string | undefined> = new Set([
  'attempts',
  'outgoing_mails',
  'sweep_lease',
  'agent_pairings',
  'background_jobs',
  'installer_tickets',
  'restores',
  'kept_keys',
]);

const anyStatement = /^\s*(select|with|update|insert|delete)/i;

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Returns the large tables that these plan nodes read with a sequential scan. */
export function largeTablesIn(steps: readonly Plan[]): (string | undefined)[] {
  const read = steps.filter((step) => step['Node Type'] === 'Seq Scan').map((step) => step['Relation Name']);
  return read.filter((table) => !short.has(table));
}

function plansOf(asked: Query[], pool: pg.Pool, server: TestServer) {
  /** Returns the plan nodes of the recorded queries that match this pattern. */
  async function explained(beginning: RegExp): Promise<Plan[]> {
    const steps: Plan[] = [];
    for (const { sql, parameters } of asked.filter((query) => beginning.test(query.sql))) {
      const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) ${sql}`, [...parameters]);
      steps.push(...nodesOf(explanationSchema.parse(rows[0])['QUERY PLAN'][0].Plan));
    }
    return steps;
  }

  /** Returns the plan nodes of every query that an API call uses to read data. */
  async function stepsOf(key: ApiKey, input: object, caller: { token: string }): Promise<Plan[]> {
    asked.length = 0;
    const reply = await server.send(caller, requestOf(key, input));
    assert.equal(reply.status, 200, reply.text);
    return explained(/^\s*(select|with)/i);
  }

  /** Returns the large tables that `work` reads with a sequential scan. */
  async function tablesReadWhole(work: () => Promise<unknown>): Promise<(string | undefined)[]> {
    asked.length = 0;
    await work();
    assert.ok(asked.length > 0, 'no query was recorded');
    return largeTablesIn(await explained(anyStatement));
  }

  return { stepsOf, tablesReadWhole };
}

async function openLargeTables() {
  const asked: Query[] = [];
  const database = await openTestDatabase();
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => {
      asked.push(query);
    },
  });
  const app = await createTestApp({ ...database, db, eventsPools: null });
  after(async () => {
    await app.http.close();
    await database.close();
  });
  const server = testServerOver(app);
  const { userId, adminId, ...ids } = await fillLargeTables(database.pool);
  const user = { token: await buildSession(app, userId) };
  const admin = { token: await buildSession(app, adminId) };
  return { ...plansOf(asked, database.pool, server), ...ids, asked, app, db, server, userId, user, admin };
}

let shared: ReturnType<typeof openLargeTables> | undefined;

/**
 * Returns a server with large tables, which all test files of a process share because filling the tables takes a long time. Returns null on
 * the embedded database, where that would take many minutes. Call this at the top level of a test file.
 */
export async function largeTables() {
  if (testDatabaseUrl === null) return null;
  shared ??= openLargeTables();
  return shared;
}
