import { seconds } from '../checks/figures.ts';
import { secondsUntil } from '../checks/until.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Load } from '../load/load.ts';
import type { Drill } from './drill.ts';
import { inTrouble } from './trouble.ts';

const freezeWithinSeconds = 60;
/**
 * The time limit for each step. It is longer than the servers' timeout for idle transactions (10 seconds) plus the time after which callers
 * give up (10 seconds).
 */
const overWithinSeconds = 60;
const quietMs = 3000;

/** Counts a server's database connections in the given state. */
async function countConnections(
  { sql }: Cluster,
  name: string,
  state: 'active' | 'idle in transaction',
): Promise<number> {
  const [row] = await sql<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name = $1 AND state LIKE $2 || '%'`,
    [name, state],
  );
  return row?.count ?? 0;
}

async function freezeInTransaction(cluster: Cluster, load: Load): Promise<void> {
  const [node] = cluster.nodes;
  const connections = (state: 'active' | 'idle in transaction') => countConnections(cluster, node?.name ?? '', state);
  const isCaught = async () => {
    // Freeze the server only if a transaction may be running. Many useless freezes would slow the server down so much that the
    // balancer would send everything to the other servers.
    if ((await connections('active')) + (await connections('idle in transaction')) === 0) return false;
    node?.freeze();
    if ((await connections('idle in transaction')) > 0) return true;
    node?.thaw();
    return false;
  };
  if ((await secondsUntil(isCaught, freezeWithinSeconds)) === undefined) {
    load.log.faults.push('the server was never frozen in a transaction');
  }
}

export const frozenServer: Drill = {
  about: 'One server freezes in the middle of a transaction.',
  run: (options) =>
    inTrouble(options, {
      mayLose: true,
      happen: async (cluster, load) => {
        const { log } = load;
        await freezeInTransaction(cluster, load);
        const [node] = cluster.nodes;
        const wait = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<[string, string]> => {
          const waited = await secondsUntil(isSo, overWithinSeconds);
          if (waited === undefined) log.faults.push(`${what}: more than ${overWithinSeconds} s`);
          return [what, waited === undefined ? 'never' : seconds(waited)];
        };
        const out = await wait(
          'until the balancer stops using the server',
          async () => !(await cluster.balancer.isUsing(0)),
        );
        const ended = await wait(
          'then until the database has ended its transaction',
          async () => (await countConnections(cluster, node?.name ?? '', 'idle in transaction')) === 0,
        );
        const served = await wait('then until the other servers serve everyone', () => log.quietMs > quietMs);
        node?.thaw();
        return [out, ended, served];
      },
    }),
};
