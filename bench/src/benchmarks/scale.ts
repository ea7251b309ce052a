import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '@sandpiper/testkit/percentile';
import { inCluster } from '../../../drill/src/cluster/cluster.ts';
import type { Cluster } from '../../../drill/src/cluster/cluster.ts';
import { openLiveSocket } from '../../../drill/src/load/live-socket.ts';
import { underLoad } from '../../../drill/src/load/load.ts';
import type { Load } from '../../../drill/src/load/load.ts';
import { addressOf } from '../../../drill/src/load/owners.ts';

/*
 * Runs one, two and four servers behind a load balancer, with one PostgreSQL server. Adds more and more agents, up to 800, until they send
 * far fewer messages than they could. The servers, the database, the load balancer and the agents all run on this machine. In sandbox mode,
 * each account sends a message every four seconds.
 */

const serverCounts = [1, 2, 4];
const agentCounts = [50, 100, 200, 400, 800];
const msBetweenMessages = 4000;
const arrivalMs = 10_000;
const settleMs = 10_000;
const measuredMs = 20_000;
/** The number of agents per user. All of a user's agents send for the same campaign. */
const agentsOfUser = 10;
const watchedUsers = 3;
/** If the agents send less than this share of the possible messages, the machine has reached its limit. */
const fullShare = 0.7;

type Step = {
  agents: number;
  messages: number;
  claimMs: number[];
  statements: number;
  connections: number;
  lagsMs: number[];
  problems: number;
};

/** For each number of servers, repeats the measurement with more and more agents. Prints the results. */
export async function measureScale(): Promise<void> {
  console.log(
    '| servers | agents | messages per second (possible) | statements per message | claim: median, 99th percentile | event: median, 99th percentile | connections | failed calls |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const servers of serverCounts) {
    for (const agents of agentCounts) {
      const step = await measureStep(servers, agents);
      console.log(`| ${[`${servers}`, ...cellsOf(step)].join(' | ')} |`);
      if (perSecond(step.messages) < fullShare * possible(agents)) break;
    }
  }
}

const perSecond = (count: number) => (count * 1000) / measuredMs;
const possible = (agents: number) => (agents * 1000) / msBetweenMessages;

function cellsOf({ agents, messages, claimMs, statements, connections, lagsMs, problems }: Step): string[] {
  const times = (values: number[]) =>
    [50, 99].map((percent) => `${Math.round(percentile(values, percent))}`).join(', ');
  return [
    `${agents}`,
    `${perSecond(messages).toFixed(1)} (${possible(agents).toFixed(1)})`,
    (statements / messages).toFixed(1),
    `${times(claimMs)} ms`,
    `${times(lagsMs)} ms`,
    `${connections}`,
    `${problems}`,
  ];
}

function measureStep(servers: number, agents: number): Promise<Step> {
  const postgres = { settings: ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=top'] };
  return inCluster({ servers, postgres, settings: { SANDBOX: '1' } }, async (cluster) => {
    await cluster.sql('CREATE EXTENSION pg_stat_statements');
    const browsers = agentsOfUser * watchedUsers;
    return underLoad(cluster, { agents, browsers, people: 200, arrivalMs }, (load) =>
      measureLoad(cluster, load, agents),
    );
  });
}

async function measureLoad(cluster: Cluster, { log, ledger, owners }: Load, agents: number): Promise<Step> {
  await sleep(settleMs);
  const lagsMs: number[] = [];
  const sockets = owners.slice(0, watchedUsers).map(({ id, sessions }, number) => {
    const socket = openLiveSocket(cluster.url, { token: sessions[0] ?? '' }, addressOf(number, 200));
    socket.on('connect', () => socket.emit('join_user_room', id));
    // A log entry's `created_at` is when the statement that wrote the entry started.
    socket.on('campaign_log', ({ created_at }: { created_at: string }) =>
      lagsMs.push(Date.now() - Date.parse(created_at)),
    );
    return socket;
  });
  const before = { calls: log.calls.length, messages: ledger.size, faults: log.faults.length };
  await cluster.sql('SELECT pg_stat_statements_reset()');
  await sleep(measuredMs);
  const statements = await countStatements(cluster);
  const calls = log.calls.slice(before.calls);
  const messages = ledger.size - before.messages;
  for (const socket of sockets) socket.disconnect();
  return {
    agents,
    messages,
    claimMs: calls.filter(({ call }) => call === 'POST /api/agent/deliveries/claim').map(({ ms }) => ms),
    statements,
    connections: await countConnections(cluster),
    lagsMs,
    problems: log.faults.length - before.faults,
  };
}

async function countStatements({ sql }: Cluster): Promise<number> {
  const [row] = await sql<{ calls: number }>('SELECT sum(calls)::integer AS calls FROM pg_stat_statements');
  return row?.calls ?? Number.NaN;
}

async function countConnections({ sql }: Cluster): Promise<number> {
  const [row] = await sql<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name LIKE 'server%'`,
  );
  return row?.count ?? Number.NaN;
}
