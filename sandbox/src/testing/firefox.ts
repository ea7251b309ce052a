import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startTestFirefox } from '@sandpiper/testkit/test-profile';
import puppeteer from 'puppeteer-core';
import type { Browser } from 'puppeteer-core';

export interface Firefox {
  browser: Browser;
  close: () => Promise<void>;
}

/** Starts a headless Firefox with a separate test profile. */
export async function startFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'sandbox-firefox-'));
  const { firefox, url } = await startTestFirefox(findFirefox(), profile);
  const browser = await puppeteer.connect({
    browserWSEndpoint: url,
    protocol: 'webDriverBiDi',
    defaultViewport: null,
    protocolTimeout: 120_000,
  });
  const close = async (): Promise<void> => {
    await browser.close();
    await firefox.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { browser, close };
}

function findFirefox(): string {
  const given = process.env['FIREFOX'];
  if (given) return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders
    .flatMap((folder) => [join(folder, 'firefox'), join(folder, 'firefox-esr')])
    .find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(
      'These tests need Firefox. Install firefox-esr, or set FIREFOX to the path to a Firefox executable.',
    );
  return found;
}
