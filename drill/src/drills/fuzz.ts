import { agentProtocol } from '@sandpiper/contract/agent';
import { fuzz } from '@sandpiper/testkit/fuzz/fuzz';
import type { FuzzAnswer, FuzzCallers } from '@sandpiper/testkit/fuzz/fuzz';
import { hashOfToken, newToken } from '@sandpiper/testkit/tokens';
import { growthFaults, usageFigures, measureUsage } from '../checks/usage.ts';
import type { Usage } from '../checks/usage.ts';
import { inCluster } from '../cluster/cluster.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { CallLog } from '../load/call-log.ts';
import { makeOwner } from '../load/owners.ts';
import type { Drill } from './drill.ts';

const atOnce = 8;
/** How long a call may take before it counts as hanging. This is longer than any of the servers' database timeouts. */
const hangMs = 20_000;
/** Memory and connections are measured after this fraction of the requests, and compared with a second measurement at the end. */
const earlyShare = 0.25;

/** Returns a function that creates new callers whenever it is called: two users with their own data, and an administrator. */
function createCallers(cluster: Cluster): () => Promise<FuzzCallers> {
  let number = 0;
  return async () => {
    number += 2;
    const own = number;
    const size = { computers: 2, browsers: 2, people: 20 };
    const owners = [
      await makeOwner(cluster, new CallLog(), { number: own, ...size }),
      await makeOwner(cluster, new CallLog(), { number: own + 1, ...size }),
    ];
    const computers = owners.flatMap((owner) => owner.computers);
    return {
      session: [...owners.flatMap((owner) => owner.sessions), await newAdmin(cluster, own)],
      agentToken: computers.map(({ token }) => token),
      hints: { protocol_id: agentProtocol, installation_id: computers[0]?.installationId ?? '' },
    };
  };
}

async function newAdmin({ sql }: Cluster, number: number): Promise<string> {
  const token = newToken('session');
  await sql(
    `WITH admin AS (
       INSERT INTO users (username, password_hash, role, subscription_end_date)
       VALUES ($1, 'nobody signs in with it', 'admin', '2999-12-31') RETURNING id
     )
     INSERT INTO sessions (user_id, token_hash, expires_at) SELECT id, $2, now() + interval '1 day' FROM admin`,
    [`admin${number}`, hashOfToken(token)],
  );
  return token;
}

async function sendTo(
  url: string,
  request: { method: string; url: string; headers: Record<string, string> },
  body?: string | Buffer,
): Promise<FuzzAnswer> {
  const response = await fetch(url + request.url, {
    method: request.method,
    headers: request.headers,
    signal: AbortSignal.timeout(hangMs),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: response.status, text, isJson };
}

/** Adds what the server logged about a fault, because the server's response doesn't say what went wrong. */
function withCause(fault: string, { nodes }: Cluster): string {
  const id = /"requestId":"([^"]+)"/.exec(fault)?.[1];
  if (id === undefined) return fault;
  const lines = nodes.flatMap((node) => node.output().split('\n')).filter((line) => line.includes(id));
  return [fault, ...lines].join('\n       ');
}

export const fuzzDrill: Drill = {
  about: 'Random requests, built from the API description, cause no server errors, hanging calls or growing memory.',
  run: ({ servers, requests, seed }) =>
    inCluster({ servers, settings: { SANDBOX: '1' } }, async (cluster) => {
      let early: Usage | undefined;
      const document: unknown = await (await fetch(`${cluster.url}/api/openapi.json`)).json();
      const startedAt = performance.now();
      const result = await fuzz({
        document,
        seed,
        requests,
        atOnce,
        newCallers: createCallers(cluster),
        send: ({ body, ...request }, token) => {
          const headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...request.headers };
          return sendTo(cluster.url, { ...request, headers }, body);
        },
        onProgress: async (done) => {
          if (done === Math.ceil(requests * earlyShare)) early = await measureUsage(cluster);
        },
      });
      const took = (performance.now() - startedAt) / 1000;
      const late = await measureUsage(cluster);
      const before = early ?? late;
      const statuses = [...result.statuses].toSorted(([one], [other]) => one - other);
      return {
        figures: [
          ['requests, seed, seconds', `${requests}, ${seed}, ${Math.round(took)}`],
          ['answers', statuses.map(([status, count]) => `${status}: ${count}`).join(', ')],
          ['calls that succeeded at least once', `${result.succeeded.size} of ${result.operations}`],
          ...usageFigures(before, late),
        ],
        faults: [...result.faults.map((fault) => withCause(fault, cluster)), ...growthFaults(before, late)],
      };
    }),
};
