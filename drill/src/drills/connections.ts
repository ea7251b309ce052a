import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from '../cluster/cluster.ts';
import type { Drill } from './drill.ts';
import { inTrouble, waitForUnavailableCalls } from './trouble.ts';

const againMs = 50;

/** Occupies every database connection that becomes free, until `giveBack` is called. */
function takeAll({ postgres }: Cluster): { giveBack: () => Promise<number> } {
  const taken: pg.Client[] = [];
  let isOver = false;
  const takeOne = async () => {
    const client = new pg.Client({ connectionString: postgres.url, application_name: 'hog' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      taken.push(client);
    } catch {
      // No connection is free at the moment.
      await sleep(againMs);
    }
  };
  const taking = (async () => {
    while (!isOver) await takeOne();
  })();
  return {
    giveBack: async () => {
      isOver = true;
      await taking;
      await Promise.all(taken.map((client) => client.end()));
      return taken.length;
    },
  };
}

export const connections: Drill = {
  about: 'Another program takes all database connections, and the servers lose theirs.',
  run: (options) =>
    inTrouble(options, {
      postgres: { settings: ['max_connections=100'] },
      happen: async (cluster, load) => {
        const hog = takeAll(cluster);
        await cluster.sql(
          `SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE application_name LIKE 'server%'`,
        );
        const noticed = await waitForUnavailableCalls(load, options.agents);
        const taken = await hog.giveBack();
        return [noticed, ['connections taken', `${taken} of 100`]];
      },
    }),
};
