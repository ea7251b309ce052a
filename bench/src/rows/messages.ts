import { PgBoss } from 'pg-boss';
import pLimit from 'p-limit';
import { withConnection } from '@sandpiper/testkit/databases';
import { timed } from '../figures.ts';
import { usernames } from '../names.ts';
import { inTurn } from '../row.ts';
import type { Effort, Line, Row } from '../row.ts';
import { claimFor, connectComputer, reportSent, runCampaign } from '../sending-computer.ts';
import { withBareSending } from '../system/bare-sending.ts';
import { inNewDatabase, inPostgres } from '../system/postgres-place.ts';
import { startServer } from '../system/server-process.ts';

const accounts = 300;
const atOnce = 10;
const queue = 'messages';

async function withJobs<T>(work: (perSecond: () => Promise<number>) => Promise<T>): Promise<T> {
  return inNewDatabase(async (connectionString) => {
    const boss = new PgBoss({ connectionString, max: 20, supervise: false, schedule: false });
    boss.on('error', ({ message }) => console.error(`pg-boss: ${message}`));
    await boss.start();
    await boss.createQueue(queue);
    try {
      return await work(async () => {
        await boss.insert(
          queue,
          Array.from({ length: accounts }, (_, number) => ({ data: { number } })),
        );
        const { ms } = await timed(() =>
          pLimit(atOnce).map(Array(accounts).keys(), async () => {
            const [job] = await boss.fetch(queue);
            if (job === undefined) throw new Error('The queue is empty');
            await boss.complete(queue, job.id);
          }),
        );
        return (accounts * 1000) / ms;
      });
    } finally {
      await boss.stop({ graceful: false });
    }
  });
}

async function withBareCalls<T>(work: (perSecond: () => Promise<number>) => Promise<T>): Promise<T> {
  return withBareSending(({ claim, report }) =>
    work(async () => {
      const { ms } = await timed(() => pLimit(atOnce).map(Array(accounts).keys(), async () => report(await claim())));
      return (accounts * 1000) / ms;
    }),
  );
}

async function measure({ isQuick, rounds }: Effort): Promise<Line[]> {
  return inPostgres(async (place) => {
    const server = await startServer(place);
    const { accountIds } = await runCampaign(server, server.owner, { accounts, people: usernames(10_000) });
    const computer = await connectComputer(server, server.owner);
    const perSecond = async () => {
      await withConnection(place.databaseUrl, (client) => client.query('UPDATE profiles SET next_due_at = NULL'));
      const people = new Set<number>();
      const { ms } = await timed(() =>
        pLimit(atOnce).map(accountIds, async (accountId) => {
          const delivery = await claimFor(computer, accountId);
          people.add(delivery.id);
          await reportSent(computer, delivery);
        }),
      );
      if (people.size !== accounts) throw new Error('Two claims got the same person');
      return (accounts * 1000) / ms;
    };
    const compare = async (theirs: () => Promise<number>, line: Pick<Line, 'yardstick' | 'aim'>): Promise<Line> => {
      for (const warm of [perSecond, theirs]) await warm();
      const figures = await inTurn(isQuick ? rounds : 2 * rounds, perSecond, theirs);
      return { what: 'claim and result, 10 at once', unit: 'messages/s', ...line, ...figures };
    };
    const jobs = 'pg-boss: fetch and complete, without HTTP, counters or a log';
    const bare = 'one bare HTTP call and one statement for each, with an exact counter and log';
    const lines = [
      await withJobs((jobsPerSecond) => compare(jobsPerSecond, { yardstick: jobs, aim: { atLeast: 1 } })),
      await withBareCalls((callsPerSecond) => compare(callsPerSecond, { yardstick: bare, aim: null })),
    ];
    await server.stop();
    return lines;
  });
}

export const messagesRow: Row = { name: 'messages', what: 'claims and results of one campaign over HTTP', measure };
