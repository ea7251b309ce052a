import puppeteer, { type Browser } from 'puppeteer-core';
import { poll, sleep } from '../platform/clock.ts';
import { messageOf } from '../platform/errors.ts';
import { tabOf } from './page.adapter.ts';
import { FirefoxUnusable, oldestFirefox } from './firefox.finder.ts';
import {
  defaultStartMs,
  startFirefox,
  StartFailed,
  type FirefoxProcess,
  type StartOptions,
} from './firefox.process.ts';
import type { Page } from './page.ts';
import { holderOf } from './profile.lock.ts';

/** A Firefox instance that the agent started and controls. */
export type FirefoxSession = {
  pid: number;
  version: string;
  /**
   * Returns the blank tab that Firefox started with, or a new tab if the blank tab is gone. Any tabs that Firefox restored belong to
   * the user.
   */
  firstPage: () => Promise<Page>;
  /** Opens a tab in the background, because the user may be typing in the foreground tab. */
  newPage: () => Promise<Page>;
  /**
   * Whether Firefox is running, connected and not closing. After an update, Firefox may restart itself, which ends the connection for good.
   */
  isRunning: () => boolean;
  ended: Promise<void>;
  /**
   * Quits Firefox, so that it saves its cookies, and waits until the process has exited. Kills the process if it is still running after 30
   * seconds.
   */
  close: () => Promise<void>;
};

const graceMs = 30_000;

async function connect(
  firefox: FirefoxProcess,
  { profile, timeoutMs }: StartOptions,
): Promise<{ browser: Browser; version: string }> {
  try {
    const browser = await puppeteer.connect({
      browserWSEndpoint: `${firefox.address}/session`,
      protocol: 'webDriverBiDi',
      defaultViewport: null,
      protocolTimeout: 120_000,
      wsOptions: { handshakeTimeout: timeoutMs ?? defaultStartMs },
    });
    return { browser, version: await browser.version() };
  } catch (error) {
    await firefox.kill();
    // The agent can't end a Firefox that an updater has started again.
    const isStillOpen = (await holderOf(profile)) !== null;
    const advice = isStillOpen ? ' It restarted, probably to install an update. Close its window.' : '';
    throw new StartFailed(`Firefox started, but the agent couldn't connect to it (${messageOf(error)}).${advice}`);
  }
}

async function closeGracefully(browser: Browser, firefox: FirefoxProcess): Promise<void> {
  if (firefox.isRunning()) {
    // Firefox may exit without responding, so wait for the process to exit instead.
    browser.close().catch(() => undefined);
    const patience = new AbortController();
    await Promise.race([firefox.ended, sleep(graceMs, patience.signal)]);
    patience.abort();
  }
  await firefox.kill();
}

/** Quits the Firefox that an updater started. The agent couldn't end this process later, because it isn't the agent's own process. */
async function quitRestarted(browser: Browser, profile: string): Promise<void> {
  browser.close().catch(() => undefined);
  await poll(async () => ((await holderOf(profile)) === null ? true : null), { timeoutMs: graceMs });
}

export async function openFirefox(options: StartOptions): Promise<FirefoxSession> {
  const firefox = await startFirefox(options);
  const { browser, version } = await connect(firefox, options);
  if (!firefox.isRunning()) {
    await quitRestarted(browser, options.profile);
    throw new StartFailed('Firefox restarted while it was starting, probably to install an update. Try again.');
  }
  // Puppeteer puts a prefix before the number, as in `firefox/128.0`.
  const number = version.replace(/^\D+/u, '');
  if (Number.parseInt(number, 10) < oldestFirefox) {
    await closeGracefully(browser, firefox);
    throw new FirefoxUnusable(`Firefox ${number} is too old. Update it to version ${oldestFirefox} or newer.`);
  }
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= closeGracefully(browser, firefox));
  const closeWithoutTabs = async (): Promise<void> => {
    if ((await browser.pages()).length === 0 && browser.connected) await close();
  };
  // On macOS, Firefox keeps running without windows when the user closes the last one, and can't open tabs then.
  browser.on('targetdestroyed', () => void closeWithoutTabs().catch(() => undefined));
  return {
    pid: firefox.pid,
    version,
    firstPage: () =>
      tabOf(browser, async () => {
        const blank = (await browser.pages()).find((page) => page.url() === 'about:blank');
        return blank ?? browser.newPage();
      }),
    newPage: () => tabOf(browser, () => browser.newPage({ background: true })),
    isRunning: () => closing === null && firefox.isRunning() && browser.connected,
    ended: firefox.ended,
    close,
  };
}
