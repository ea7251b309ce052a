import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '@sandpiper/testkit/databases';
import type pg from 'pg';
import { ensureServerBundle } from '../../../scripts/system/build.ts';
import { startPostgres } from '../../../scripts/system/postgres.ts';
import type { Postgres, PostgresOptions } from '../../../scripts/system/postgres.ts';
import { startBalancer } from './balancer.ts';
import type { Balancer } from './balancer.ts';
import { deleteWithUs } from './children.ts';
import { startNode } from './server-node.ts';
import type { ServerNode } from './server-node.ts';

export type ClusterOptions = {
  servers: number;
  postgres?: PostgresOptions;
  /** Environment variables for the servers. */
  settings?: Record<string, string>;
};

/** Several servers that share a database, behind a load balancer. */
export type Cluster = {
  /** The URL of the balancer. */
  url: string;
  balancer: Balancer;
  nodes: readonly ServerNode[];
  postgres: Postgres;
  /** Runs SQL on a separate connection. */
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
};

type CleanUp = () => void | Promise<void>;

/** Starts a cluster, runs `work` with it, and always stops it afterward. */
export async function inCluster<T>(options: ClusterOptions, work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cleanUps: CleanUp[] = [];
  try {
    return await work(await startCluster(options, cleanUps));
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
}

async function startCluster(
  { servers, postgres: postgresOptions, settings = {} }: ClusterOptions,
  cleanUps: CleanUp[],
): Promise<Cluster> {
  await ensureServerBundle();
  const folder = await mkdtemp(join(tmpdir(), 'sandpiper-drill-'));
  cleanUps.push(deleteWithUs(folder));
  const postgres = await startPostgres(postgresOptions);
  cleanUps.push(() => postgres.stop());
  const nodes: ServerNode[] = [];
  for (let number = 1; number <= servers; number += 1) {
    const node = await startNode({ name: `server${number}`, folder, databaseUrl: postgres.url, settings });
    nodes.push(node);
    cleanUps.push(async () => {
      // A frozen process can't react to the signal to exit.
      if (!node.hasEnded()) node.thaw();
      await node.stop();
    });
  }
  const balancer = await startBalancer(
    folder,
    nodes.map(({ port }) => port),
  );
  cleanUps.push(() => balancer.stop());
  return {
    url: balancer.url,
    balancer,
    nodes,
    postgres,
    sql: <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      withConnection(postgres.url, async (client) => (await client.query<Row>(text, values)).rows),
  };
}
