import type pg from 'pg';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { OpenDatabase } from '../database/database.ts';

type Pools = Pick<OpenDatabase, 'pool' | 'eventsPools'>;

/** Adds metrics for this process: memory, CPU time, event-loop lag, garbage collection and database connections. */
export function measureProcess(registry: Registry, { pool, eventsPools }: Pools): void {
  collectDefaultMetrics({ register: registry });
  // Remove the counts of Node's internal objects. They aren't very useful, and some have names that Prometheus advises against.
  for (const name of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${name}`);
    registry.removeSingleMetric(`nodejs_active_${name}_total`);
  }
  measurePools(registry, new Map(Object.entries({ calls: pool, ...eventsPools })));
}

function measurePools(registry: Registry, pools: ReadonlyMap<string, pg.Pool>): void {
  const connections = new Gauge({
    name: 'sandpiper_database_connections',
    help: "This process's connections to the database, by pool and state",
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
      }
    },
  });
  const waiting = new Gauge({
    name: 'sandpiper_database_waiting_queries',
    help: "This process's queries that are waiting for a connection, by pool",
    labelNames: ['pool'],
    registers: [],
    collect() {
      for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount);
    },
  });
  const most = new Gauge({
    name: 'sandpiper_database_connections_max',
    help: 'Maximum number of connections in each pool',
    labelNames: ['pool'],
    registers: [],
  });
  for (const [pool, { options }] of pools) most.set({ pool }, options.max);
  registry.registerMetric(connections);
  registry.registerMetric(waiting);
  registry.registerMetric(most);
}
