import { setTimeout } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import pLimit from 'p-limit';
import { withConnection } from '@sandpiper/testkit/databases';
import { percentile } from '@sandpiper/testkit/percentile';
import { hashOfToken, newToken } from '@sandpiper/testkit/tokens';
import { usernames } from '../names.ts';
import { inTurn } from '../row.ts';
import type { Effort, Line, Row } from '../row.ts';
import { claimFor, connectComputer, reportSent, runCampaign } from '../sending-computer.ts';
import { withBareSending } from '../system/bare-sending.ts';
import { inPostgres } from '../system/postgres-place.ts';
import type { PostgresPlace } from '../system/postgres-place.ts';
import { startServer } from '../system/server-process.ts';
import type { Extras } from '../system/server-process.ts';
import { startYardstick } from '../system/yardstick-process.ts';

const accounts = 300;
const sockets = 1000;
const betweenMs = 25;

async function connect(url: string, token: string): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, auth: { token } });
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  return socket;
}

/** Adds this many users with a session directly to the database, because signing in is slow on purpose. Returns the sessions' tokens. */
async function addSessions(place: PostgresPlace, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => newToken('session'));
  await withConnection(place.databaseUrl, (client) =>
    client.query(
      `WITH made AS (INSERT INTO users (username, password_hash) SELECT 'crowd' || n, 'x' FROM generate_series(1, $2) n
         RETURNING id, substr(username, 6)::int AS n)
       INSERT INTO sessions (token_hash, user_id, expires_at)
       SELECT hash, made.id, now() + interval '1 day' FROM unnest($1::bytea[]) WITH ORDINALITY AS h (hash, n) JOIN made USING (n)`,
      [tokens.map(hashOfToken), count],
    ),
  );
  return tokens;
}

/** Measures the time from an action until the socket receives the resulting event. Returns the 99th percentile in milliseconds. */
async function delayOf(times: number, socket: Socket, act: (time: number) => Promise<unknown>): Promise<number> {
  const delays: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const heard = new Promise((resolve) => socket.once('campaign_log', resolve));
    const from = performance.now();
    const acted = act(time);
    await heard;
    delays.push(performance.now() - from);
    await acted;
    await setTimeout(betweenMs);
  }
  return percentile(delays, 99);
}

type Work = (delay: () => Promise<number>) => Promise<void>;

type Claims = Awaited<ReturnType<typeof claimFor>>[];
type Reports = {
  computer: Awaited<ReturnType<typeof connectComputer>>;
  browser: Socket;
  /** Claims a person for each of the first `times` accounts. The results of these claims can then be reported. */
  nextClaims: () => Promise<Claims>;
};

/** Starts a server with a running campaign and 1,000 sockets, one of which belongs to the campaign's owner. Stops it after `work`. */
export async function withReports(
  place: PostgresPlace,
  { times, extras }: { times: number; extras?: Extras },
  work: (reports: Reports) => Promise<void>,
): Promise<void> {
  const server = await startServer(place, extras);
  const { accountIds } = await runCampaign(server, server.owner, { accounts, people: usernames(10_000) });
  const computer = await connectComputer(server, server.owner);
  const { user } = await server.owner('GET /api/auth/profile');
  const tokens = await addSessions(place, sockets - 1);
  const crowd = await pLimit(20).map(tokens, (token) => connect(server.url, token));
  const browser = await connect(server.url, server.ownerToken);
  await new Promise((resolve) => browser.emit('join_user_room', user.id, resolve));
  const nextClaims = async () => {
    await withConnection(place.databaseUrl, (client) => client.query('UPDATE profiles SET next_due_at = NULL'));
    const claims: Claims = [];
    for (const accountId of accountIds.slice(0, times)) claims.push(await claimFor(computer, accountId));
    return claims;
  };
  await work({ computer, browser, nextClaims });
  for (const socket of [...crowd, browser]) socket.disconnect();
  await server.stop();
}

function measureOurs(place: PostgresPlace, times: number, work: Work): Promise<void> {
  return withReports(place, { times }, ({ computer, browser, nextClaims }) =>
    work(async () => {
      const claims = await nextClaims();
      return delayOf(times, browser, async (time) => {
        const claim = claims[time];
        if (claim !== undefined) await reportSent(computer, claim);
      });
    }),
  );
}

/** Connects the sockets to a yardstick. The first socket joins the room that receives the events. */
async function connectCrowd(url: string): Promise<{ crowd: Socket[]; browser: Socket }> {
  const crowd = await pLimit(20).map(Array(sockets).keys(), () => connect(url, ''));
  const [browser] = crowd;
  if (browser === undefined) throw new Error('No socket is connected');
  await new Promise<void>((resolve) => browser.emit('join', 'room', resolve));
  return { crowd, browser };
}

async function withEcho(times: number, work: Work): Promise<void> {
  const echo = await startYardstick('socket-echo', []);
  const { crowd, browser } = await connectCrowd(echo.url);
  const agent = await connect(echo.url, '');
  await work(() => delayOf(times, browser, () => Promise.resolve(agent.emit('report', 'room'))));
  for (const socket of [...crowd, agent]) socket.disconnect();
  await echo.stop();
}

async function withBareReports(times: number, work: Work): Promise<void> {
  await withBareSending(async ({ url, claim, report }) => {
    const { crowd, browser } = await connectCrowd(url);
    await work(async () => {
      const claims = await pLimit(1).map(Array(times).keys(), claim);
      return delayOf(times, browser, (time) => report(claims[time]));
    });
    for (const socket of crowd) socket.disconnect();
  });
}

async function measure({ isQuick, rounds }: Effort): Promise<Line[]> {
  const times = isQuick ? 100 : accounts;
  const lines: Line[] = [];
  await inPostgres((place) =>
    measureOurs(place, times, async (ours) => {
      const compare = async (theirs: () => Promise<number>, line: Pick<Line, 'yardstick' | 'aim'>) => {
        // The first events are slower, because both servers are still compiling their code.
        for (const warm of [ours, theirs]) await warm();
        lines.push({
          what: 'report to browser, 99th percentile',
          unit: 'ms',
          ...line,
          ...(await inTurn(rounds, ours, theirs)),
        });
      };
      const echo = 'a bare socket.io server that passes an event on';
      const bare = 'one bare HTTP call and one statement, then an event, with an exact counter and log';
      await withEcho(times, (theirs) => compare(theirs, { yardstick: echo, aim: { atMost: 1.5 } }));
      await withBareReports(times, (theirs) => compare(theirs, { yardstick: bare, aim: null }));
    }),
  );
  return lines;
}

export const socketRow: Row = {
  name: 'socket',
  what: "from an agent's report until the browser receives its event, 1,000 sockets",
  measure,
};
