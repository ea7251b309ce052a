import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTestProfile } from '@sandpiper/testkit/test-profile';
import puppeteer from 'puppeteer-core';
import type { Browser } from 'puppeteer-core';

export interface Firefox {
  browser: Browser;
  close: () => Promise<void>;
}

/** Starts a headless Firefox with a new profile. */
export async function startFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'sandbox-firefox-'));
  await createTestProfile(profile);
  const args = ['--headless', '--profile', profile, '--no-remote', '--remote-debugging-port', '0', 'about:blank'];
  const child = spawn(findFirefox(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await bidiAddress(child);
  const browser = await puppeteer.connect({
    browserWSEndpoint: `${address}/session`,
    protocol: 'webDriverBiDi',
    defaultViewport: null,
    protocolTimeout: 120_000,
  });
  const close = async (): Promise<void> => {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
    await browser.close();
    const stuck = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await gone;
    clearTimeout(stuck);
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

async function bidiAddress(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('Firefox started without a stderr stream.');
  const lines = createInterface({ input: child.stderr });
  const timer = setTimeout(() => child.kill('SIGKILL'), 90_000);
  for await (const line of lines) {
    const address = /WebDriver BiDi listening on (ws:\/\/\S+)/u.exec(line)?.[1];
    if (address !== undefined) {
      clearTimeout(timer);
      child.stderr.resume();
      return address;
    }
  }
  throw new Error('Firefox exited before it was ready.');
}
