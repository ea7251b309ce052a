import type { Browser } from 'puppeteer-core';
import { usernames } from '../names.ts';
import { inTurn } from '../row.ts';
import type { Effort, Line, Row } from '../row.ts';
import { onPage, openBrowser, paintOf, type Paint } from '../system/browser.ts';
import { claimFor, connectComputer, reportSent, runCampaign } from '../sending-computer.ts';
import { inDataFolder, startServer, type ServerProcess } from '../system/server-process.ts';
import { serveCopy } from '../system/static-copy.ts';

type Screen = {
  what: string;
  url: string;
  token: string | null;
  isSlow: boolean;
  paint: Paint;
  /** The target for the ratio. Null if the line is only for information. */
  atMost: number | null;
};

async function measureScreen(browser: Browser, screen: Screen, rounds: number): Promise<Line> {
  const { what, url, token, isSlow, paint, atMost } = screen;
  const copy = await onPage(browser, { url, token, isSlow: false }, serveCopy);
  const figures = await inTurn(
    rounds,
    () => paintOf(browser, { url, token, isSlow }, paint),
    () => paintOf(browser, { url: copy.url, token: null, isSlow }, paint),
  );
  copy.stop();
  const aim = atMost === null ? null : { atMost };
  return { what, yardstick: 'a static copy of the page', unit: 'ms', aim, ...figures };
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
    const guest = { url: `${server.url}/`, token: null };
    const user = { url: `${server.url}/dashboard`, token: server.ownerToken };
    const largest = { paint: 'largestPaint', atMost: 1.5 } as const;
    const figures = { paint: 'figuresShown', atMost: null } as const;
    const screens: Screen[] = [
      { ...guest, ...largest, atMost: 1.3, what: 'landing page, slow device and network', isSlow: true },
      { ...user, ...largest, what: 'dashboard, this machine', isSlow: false },
      { ...user, ...figures, what: 'dashboard’s figures, this machine', isSlow: false },
      { ...user, ...largest, what: 'dashboard, slow device and network', isSlow: true },
      { ...user, ...figures, what: 'dashboard’s figures, slow device and network', isSlow: true },
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
  what: 'largest paint of the first screens, and the dashboard’s figures, with an empty cache',
  measure,
};
