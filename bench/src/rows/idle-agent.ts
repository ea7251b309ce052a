import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '@sandpiper/testkit/databases';
import { hashOfToken } from '@sandpiper/testkit/tokens';
import { CallLog } from '../../../drill/src/load/call-log.ts';
import { Ledger } from '../../../drill/src/load/ledger.ts';
import { startAgent } from '../../../drill/src/load/agent.ts';
import type { Effort, Line, Row } from '../row.ts';
import { connectComputer } from '../sending-computer.ts';
import { inPostgres } from '../system/postgres-place.ts';
import { withRecordedServer } from '../system/recording.ts';
import type { Statement } from '../system/recording.ts';
import type { ServerProcess } from '../system/server-process.ts';

const intervalMs = 15_000;

/**
 * The ID of the first user that this benchmark creates. It is unlike any other number in a statement, so it shows which statements are
 * about the user.
 */
const firstUserId = 777_001;

type Agent = { userId: number; token: string };

/**
 * Counts the statements that contain this user's ID or this token's hash. All other statements run no matter which agents are
 * online.
 */
function countOf(statements: readonly Statement[], { userId, token }: Agent): number {
  const hash = JSON.stringify(hashOfToken(token));
  const isAgents = (value: unknown) => value === userId || JSON.stringify(value) === hash;
  return statements.filter(({ values }) => values.some(isAgents)).length;
}

/** Starts an agent with an open socket. Waits until the agent has synced and the socket is connected. */
async function startIdleAgent({ url }: ServerProcess, token: string) {
  const log = new CallLog();
  const agent = startAgent({
    url,
    token,
    log,
    ledger: new Ledger(),
    address: '127.0.0.1',
    installationId: randomUUID(),
    accountPath: '/profiles/none',
  });
  while (!agent.isConnected() || log.calls.length < 2) await sleep(50);
  return agent;
}

/**
 * Counts statements instead of measuring time. The counts don't depend on the machine's speed, so one round is enough for the slow
 * part, which uses a socket.
 */
async function measure({ isQuick, rounds }: Effort): Promise<Line[]> {
  return inPostgres((place) =>
    withRecordedServer(place, async (server, statementsOf) => {
      await withConnection(place.databaseUrl, (client) =>
        client.query(`SELECT setval(pg_get_serial_sequence('users', 'id'), ${firstUserId}, false)`),
      );
      const computer = await connectComputer(server, await server.newUser());
      const perCall: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const statements = await statementsOf(() => computer.sync());
        perCall.push(countOf(statements, { userId: firstUserId, token: computer.token }));
      }
      const other = await server.newUser();
      const { token } = await other('POST /api/agent-tokens', { body: { name: 'With a socket' } });
      const agent = await startIdleAgent(server, token);
      const intervals = isQuick ? 1 : 8;
      const statements = await statementsOf(() => sleep(intervals * intervalMs));
      await agent.stop();
      const perInterval = countOf(statements, { userId: firstUserId + 1, token }) / intervals;
      const line = { yardstick: 'the one statement that records a heartbeat', unit: 'statements' } as const;
      const withoutSocket = { what: 'in 15 s, without a socket', ours: perCall, theirs: perCall.map(() => 1) };
      const withSocket = { what: 'in 15 s, with a socket', ours: [perInterval], theirs: [1] };
      return [
        { ...line, ...withoutSocket, aim: { atMost: 1 } },
        { ...line, ...withSocket, aim: { atMost: 0.5 } },
      ];
    }),
  );
}

export const idleRow: Row = { name: 'idle-agent', what: 'statements that an idle agent causes in 15 seconds', measure };
