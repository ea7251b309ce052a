import type { Cluster } from '../cluster/cluster.ts';
import { megabytes } from './figures.ts';

/**
 * Measurements that show whether something keeps growing: each server's memory in bytes, the number of database connections, and the number
 * of rows in each table.
 */
export type Usage = { memory: readonly number[]; connections: number; rows: ReadonlyMap<string, number> };

/** The most database connections that a server opens: its pool, and the connections for events. */
const connectionsOfServer = 22;
/** How much the servers' memory may grow, as a factor and in bytes. This allows for garbage that hasn't been collected yet. */
const memoryFactor = 1.5;
const memoryAllowance = 64 * 1024 ** 2;

export async function measureUsage({ nodes, sql }: Pick<Cluster, 'nodes' | 'sql'>): Promise<Usage> {
  const tables = await sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::integer AS count FROM ${name}`);
  const rows = await sql<{ name: string; count: number }>(counts.join(' UNION ALL '));
  const [connections] = await sql<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name LIKE 'server%'`,
  );
  return {
    memory: await Promise.all(nodes.map((node) => node.memory())),
    connections: connections?.count ?? Number.NaN,
    rows: new Map(rows.map(({ name, count }) => [name, count])),
  };
}

/** Returns the tables that have more rows than before, and how many more. */
export function grownTables(before: Usage, after: Usage): Map<string, number> {
  const grown = [...after.rows].map(([name, count]) => [name, count - (before.rows.get(name) ?? 0)] as const);
  return new Map(grown.filter(([, count]) => count > 0));
}

export function usageFigures(before: Usage, after: Usage): [string, string][] {
  const shown = ({ memory }: Usage) => memory.map(megabytes).join(', ');
  return [
    ['memory of each server: early, at the end', `${shown(before)}; ${shown(after)}`],
    ['connections of all servers: early, at the end', `${before.connections}, ${after.connections}`],
  ];
}

/** Returns one line for each server whose memory has grown more than allowed, and a line if there are too many connections. */
export function growthFaults(before: Usage, after: Usage): string[] {
  const faults: string[] = [];
  for (const [index, bytes] of after.memory.entries()) {
    const early = before.memory[index] ?? 0;
    if (bytes > early * memoryFactor + memoryAllowance) {
      faults.push(`server${index + 1} grew from ${megabytes(early)} to ${megabytes(bytes)}`);
    }
  }
  const most = after.memory.length * connectionsOfServer;
  if (after.connections > most) faults.push(`${after.connections} connections, but at most ${most} are expected`);
  return faults;
}
