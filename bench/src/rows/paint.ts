import type { Browser } from 'puppeteer-core';
import { usernames } from '../names.ts';
import { inTurn } from '../row.ts';
import type { Effort, Line, Row } from '../row.ts';
import { largestPaint, onPage, openBrowser } from '../system/browser.ts';
import { claimFor, connectComputer, reportSent, runCampaign } from '../sending-computer.ts';
import { inDataFolder, startServer, type ServerProcess } from '../system/server-process.ts';
import { serveCopy } from '../system/static-copy.ts';

type Screen = { what: string; url: string; token: string | null; isSlow: boolean; atMost: number };

async function measureScreen(browser: Browser, screen: Screen, rounds: number): Promise<Line> {
  const { what, url, token, isSlow, atMost } = screen;
  const copy = await onPage(browser, { url, token, isSlow: false }, serveCopy);
  const figures = await inTurn(
    rounds,
    () => largestPaint(browser, { url, token, isSlow }),
    () => largestPaint(browser, { url: copy.url, token: null, isSlow }),
  );
  copy.stop();
  return { what, yardstick: 'a static copy of the page', unit: 'ms', aim: { atMost }, ...figures };
}

/** Starts a campaign and reports its first message as sent, so that the dashboard no longer shows the setup guide. */
async function haveSent(server: ServerProcess): Promise<void> {
  const { accountIds } = await runCampaign(server, server.owner, { accounts: 5, people: usernames(1000) });
  const computer = await connectComputer(server, server.owner);
  const [first] = accountIds;
  if (first !== undefined) await reportSent(computer, await claimFor(computer, first));
  await computer.sync();
}

async function measure({ isQuick, rounds }: Effort): Promise<Line[]> {
  const times = isQuick ? rounds : rounds * 2;
  return inDataFolder(async (dataDir) => {
    const server = await startServer({ dataDir, databaseUrl: null });
    const browser = await openBrowser();
    await haveSent(server);
    const guest = {
      what: 'landing page, slow device and network',
      url: `${server.url}/`,
      token: null,
      isSlow: true,
      atMost: 1.3,
    };
    const user = { url: `${server.url}/dashboard`, token: server.ownerToken, atMost: 1.5 };
    const screens: Screen[] = [
      guest,
      { ...user, what: 'dashboard, this machine', isSlow: false },
      { ...user, what: 'dashboard, slow device and network', isSlow: true },
    ];
    const lines: Line[] = [];
    for (const screen of screens) lines.push(await measureScreen(browser, screen, times));
    await browser.close();
    await server.stop();
    return lines;
  });
}

export const paintRow: Row = {
  name: 'paint',
  what: 'largest paint of the first screens, with an empty cache',
  measure,
};
