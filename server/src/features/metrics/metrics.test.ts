import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { deliveryOutcomes } from '@sandpiper/contract/delivery-states';
import { io } from 'socket.io-client';
import { z } from 'zod';
import { measureProcess } from '../../platform/metrics/process-metrics.ts';
import { buildAgent, buildUser } from '../../testing/builders.ts';
import { scenesOn } from '../../testing/sending-scene.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createTestApp, startBeside, startTestServer, testServerOver } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

const server = await startTestServer();
const scene = scenesOn(server);
const read = { method: 'GET', url: '/metrics' };

async function metricsOf(at: TestServer): Promise<string> {
  const reply = await at.send(null, read);
  assert.equal(reply.status, 200, reply.text);
  return reply.text;
}

/** Returns the value of a series, or undefined if the series is missing. `series` is in Prometheus notation. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

/** Returns how much each series grows while `work` runs. */
async function growth(series: string[], work: () => Promise<unknown>): Promise<number[]> {
  const before = await metricsOf(server);
  await work();
  const after = await metricsOf(server);
  return series.map((one) => (valueOf(after, one) ?? 0) - (valueOf(before, one) ?? 0));
}

const results = (outcome: string) => `sandpiper_results_total{outcome="${outcome}"}`;

describe('the metrics', () => {
  it('count requests by API call and status, with their duration', async () => {
    const grown = await growth(
      [
        'sandpiper_http_requests_total{operation="getHealth",status="200"}',
        'sandpiper_http_requests_total{operation="getSignedInUser",status="401"}',
        'sandpiper_http_request_duration_seconds_count{operation="getHealth"}',
      ],
      async () => {
        await server.call(null, 'GET /api/health');
        await server.refuse(null, 'GET /api/auth/profile');
      },
    );
    assert.deepEqual(grown, [1, 1, 1]);
  });

  it('count claims, go-aheads and results by outcome', async () => {
    const { sendOne, claimOne, report } = await scene({ recipients: ['ann', 'bob'] });
    const claims = 'sandpiper_claims_total{task="send"}';
    const series = [claims, 'sandpiper_go_aheads_total', ...deliveryOutcomes.map(results)];
    assert.deepEqual(await growth(series, () => sendOne()), [1, 1, 1, 0, 0, 0, 0, 0]);
    const { app } = server;
    await app.db.updateTable('profiles').set({ next_due_at: null }).execute();
    const delivery = await claimOne();
    assert.deepEqual(await growth(series, () => report(delivery, 'not_found')), [0, 0, 0, 1, 0, 0, 0, 0]);
    assert.deepEqual(
      await growth(series, () => report(delivery, 'not_found')),
      series.map(() => 0),
      'a repeat',
    );
  });

  it('count checks, and leases lost before and after the go-ahead', async () => {
    const { claimOne, commitOne, fallSilent, claimCheck } = await scene({ recipients: ['ann', 'bob'] });
    const series = ['claimed', 'committed'].map((stage) => `sandpiper_lost_leases_total{stage="${stage}"}`);
    const delivery = await claimOne();
    assert.deepEqual(await growth(series, () => fallSilent(delivery)), [1, 0]);
    const committed = await commitOne();
    assert.deepEqual(await growth(series, () => fallSilent(committed)), [0, 1]);
    const checks = 'sandpiper_claims_total{task="check"}';
    assert.deepEqual(await growth([checks], () => claimCheck(committed)), [1]);
  });

  it('count holds by reason, and the accounts on hold', async () => {
    const { agent, account } = await scene({});
    const stop = () =>
      server.call(agent, 'POST /api/agent/profiles/:id/stop', {
        params: { id: account.id },
        body: { reason: 'checkpoint' },
      });
    const series = ['sandpiper_account_holds_total{reason="checkpoint"}', 'sandpiper_accounts_on_hold'];
    assert.deepEqual(await growth(series, stop), [1, 1]);
    assert.deepEqual(await growth(series, stop), [0, 0], 'the account is already on hold');
  });

  it('show how many entries wait in each queue, and for how long', async () => {
    const { user } = await scene({});
    const since = new Date(Date.now() - 3_600_000);
    await server.app.db
      .insertInto('agent_requests')
      .values({ user_id: user.id, request_type: 'close_all', created_at: since })
      .execute();
    const text = await metricsOf(server);
    assert.equal(valueOf(text, 'sandpiper_queue_waiting{queue="agent_requests"}'), 1);
    const oldest = valueOf(text, 'sandpiper_queue_oldest_seconds{queue="agent_requests"}') ?? 0;
    assert.ok(oldest >= 3600 && oldest < 7200, String(oldest));
    assert.equal(valueOf(text, 'sandpiper_queue_waiting{queue="mails"}'), 0);
  });

  it('count live connections', async () => {
    const user = await buildUser(server.app);
    const address = await server.app.http.listen({ host: '127.0.0.1', port: 0 });
    for (const { token } of [user, await buildAgent(server.app, user)]) {
      const socket = io(address, { transports: ['websocket'], forceNew: true, auth: { token } });
      await new Promise((resolve) => {
        socket.once('connect', () => resolve(undefined));
      });
    }
    const text = await metricsOf(server);
    assert.equal(valueOf(text, 'sandpiper_sockets{kind="browser"}'), 1);
    assert.equal(valueOf(text, 'sandpiper_sockets{kind="agent"}'), 1);
    server.app.events.endSessionsOf(user.id, 'The test is over.');
    server.app.events.endAgentsOf(user.id);
  });

  it('show the size of the database, and whether it responds', async () => {
    const database = await openTestDatabase();
    const app = await createTestApp(database);
    const text = await metricsOf(testServerOver(app));
    assert.equal(valueOf(text, 'sandpiper_database_up'), 1);
    assert.ok((valueOf(text, 'sandpiper_database_size_bytes') ?? 0) > 1_000_000);
    await database.close();
    const without = await metricsOf(testServerOver(app));
    assert.equal(valueOf(without, 'sandpiper_database_up'), 0);
    assert.equal(valueOf(without, 'sandpiper_database_size_bytes'), undefined);
    assert.equal(valueOf(without, 'sandpiper_queue_waiting{queue="mails"}'), undefined);
    await app.http.close();
  });
});

describe('reading the metrics', () => {
  it('is allowed without a token only for programs on the server’s own computer', async () => {
    assert.equal((await server.send(null, read)).status, 200);
    for (const from of [
      { remoteAddress: '203.0.113.9' },
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { forwarded: 'for=127.0.0.1' } },
      { headers: { host: 'sandpiper.example.com' } },
    ]) {
      const reply = await server.send(null, { ...read, ...from });
      assert.equal(reply.status, 403, JSON.stringify(from));
      assert.doesNotMatch(reply.text, /sandpiper_build_info/);
    }
  });

  it('requires the token if one is configured, wherever the request comes from', async () => {
    const metricsToken = 'a-token-for-the-tests';
    const guarded = await startBeside(server, { metricsToken });
    for (const authorization of [
      '',
      'Bearer wrong',
      metricsToken,
      `Basic ${metricsToken}`,
      `Bearer ${metricsToken}2`,
    ]) {
      assert.equal((await guarded.send(null, { ...read, headers: { authorization } })).status, 401, authorization);
    }
    const headers = { authorization: `Bearer ${metricsToken}` };
    assert.equal((await guarded.send(null, { ...read, headers, remoteAddress: '203.0.113.9' })).status, 200);
  });
});

const dashboardSchema = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).optional() })),
});

describe('what Prometheus and Grafana get', async () => {
  const database = await openTestDatabase();
  const app = await createTestApp(database);
  measureProcess(app.metrics.registry, database);
  const at = testServerOver(app);
  await at.call(null, 'GET /api/health');
  const text = await metricsOf(at);

  it('contains only labels from a fixed list, none of which hold usernames or other user data', () => {
    const labels = [...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name);
    const known = [
      'kind',
      'le',
      'operation',
      'outcome',
      'pool',
      'queue',
      'reason',
      'space',
      'stage',
      'state',
      'status',
    ];
    const ofNode = ['major', 'minor', 'patch', 'quantile'];
    const unknown = labels.filter((name = '') => ![...known, ...ofNode, 'task', 'version'].includes(name));
    assert.deepEqual(unknown, []);
  });

  it('passes promtool’s check if promtool is installed', () => {
    const ours = [...text.matchAll(/^# TYPE (sandpiper_\w+) (\w+)$/gm)];
    assert.ok(ours.length > 10);
    for (const [, name = '', type] of ours) assert.equal(name.endsWith('_total'), type === 'counter', name);
    const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text });
    if (error !== undefined) return;
    assert.equal(status, 0, `${stdout.toString()}${stderr.toString()}`);
  });

  it('includes every metric that the Grafana dashboard uses', async () => {
    const file = await readFile(new URL('../../../../docs/grafana-dashboard.json', import.meta.url), 'utf8');
    const { panels } = dashboardSchema.parse(JSON.parse(file));
    const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
    const names = [...asked.matchAll(/\b(sandpiper|nodejs|process)_\w+/g)].map(([name]) => name);
    assert.ok(names.length > 15);
    const missing = names.filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(text));
    // The server backs up only an embedded database, and the test's database has no backup yet.
    assert.deepEqual(
      missing.filter((name) => name !== 'sandpiper_last_backup_timestamp_seconds'),
      [],
    );
    await app.http.close();
    await database.close();
  });
});
