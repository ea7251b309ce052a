import { usernames } from '../names.ts';
import type { Effort, Line, Row } from '../row.ts';
import { claimFor, connectComputer, reportSent, runCampaign } from '../sending-computer.ts';
import { callMs, inDataFolder, startServer } from '../system/server-process.ts';
import type { ServerProcess } from '../system/server-process.ts';
import { runYardstick } from '../system/yardstick-process.ts';

const megabyte = 1024 ** 2;

type Day = { people: number; accounts: number; exports: number };

const usualDay: Day = { people: 100_000, accounts: 300, exports: 5 };
const quickDay: Day = { people: 20_000, accounts: 60, exports: 2 };

/** Simulates a day of work: an import, a campaign with its messages, page views and exports. */
async function workADay(server: ServerProcess, { people, accounts, exports }: Day): Promise<void> {
  const { owner } = server;
  const { list } = await owner('POST /api/lists', { body: { name: 'Everyone' } });
  await owner('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: usernames(people) } });
  const { campaignId, accountIds } = await runCampaign(server, owner, { accounts, people: usernames(10_000) });
  const computer = await connectComputer(server, owner);
  for (const accountId of accountIds) {
    await reportSent(computer, await claimFor(computer, accountId));
    await owner('GET /api/campaigns');
    await owner('GET /api/campaigns/:id', { params: { id: campaignId } });
  }
  for (let time = 0; time < 100; time += 1) await computer.sync();
  for (let time = 0; time < exports; time += 1) {
    const input = { params: { id: list.id }, query: { format: 'xlsx' } } as const;
    const response = await owner('GET /api/lists/:id/export', input, { timeoutMs: callMs });
    for await (const _chunk of response.body ?? []);
  }
}

async function measure({ isQuick, rounds }: Effort): Promise<Line[]> {
  const afterStart: [number[], number[]] = [[], []];
  const afterDay: [number[], number[]] = [[], []];
  for (let round = 0; round < (isQuick ? 1 : rounds); round += 1) {
    await inDataFolder(async (dataDir) => {
      const server = await startServer({ dataDir, databaseUrl: null });
      afterStart[0].push((await server.memory()) / megabyte);
      await workADay(server, isQuick ? quickDay : usualDay);
      afterDay[0].push((await server.memory()) / megabyte);
      await server.stop();
      const alone = await runYardstick('embedded-alone', [dataDir, 'memory']);
      afterStart[1].push(alone);
      afterDay[1].push(alone);
    });
  }
  const yardstick = 'the embedded database alone';
  const line = (what: string, [ours, theirs]: [number[], number[]], atMost: number): Line => ({
    what,
    yardstick,
    unit: 'MB',
    ours,
    theirs,
    aim: { atMost },
  });
  return [line('after the first start', afterStart, 1.3), line('after a day of work', afterDay, 1.6)];
}

export const memoryRow: Row = { name: 'memory', what: 'memory of a server with the embedded database', measure };
