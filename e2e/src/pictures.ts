import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium as playwright, type Browser, type Page } from '@playwright/test';
import { browserArguments, chromium } from './config.ts';
import { settle } from './screen-watch.ts';

/* Retakes the pictures in docs/screens from the demo: `npm run pictures`. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}docs/screens/`;
const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 780 };

type Demo = { campaignUrl: string; username: string; password: string; stop: () => Promise<void> };

async function startDemo(): Promise<Demo> {
  const child = spawn(process.execPath, ['scripts/demo.mjs', '--headless'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0' },
  });
  let said = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    const found = /Look here +(\S+)[^]*?Sign in as +(\S+) \/ (\S+)/.exec(said);
    if (found === null) continue;
    const [, campaignUrl = '', username = '', password = ''] = found;
    child.stdout.resume();
    return {
      campaignUrl,
      username,
      password,
      stop: async () => {
        const ended = once(child, 'exit');
        child.kill('SIGINT');
        await ended;
      },
    };
  }
  throw new Error(`The demo did not start:\n${said}`);
}

type Look = { scheme: 'light' | 'dark'; viewport: { width: number; height: number } };

async function signedInPage(browser: Browser, demo: Demo, { scheme, viewport }: Look): Promise<Page> {
  const page = await browser.newPage({ viewport, colorScheme: scheme, locale: 'en-GB', timezoneId: 'UTC' });
  await page.goto(new URL('/login', demo.campaignUrl).href);
  await page.getByLabel('Username').fill(demo.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(demo.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/dashboard');
  return page;
}

async function take(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await settle(page);
  if (await page.getByRole('button', { name: 'Log out' }).isVisible()) {
    await page.getByRole('banner').getByText('Connected', { exact: true }).waitFor({ state: 'attached' });
  }
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
}

async function takeAll(browser: Browser, demo: Demo): Promise<void> {
  const light = await signedInPage(browser, demo, { scheme: 'light', viewport: wide });
  await light.goto(demo.campaignUrl);
  // Half of the way is when there is most to see.
  const lines = light.getByRole('region', { name: 'Log entries, newest first' }).getByRole('listitem');
  await lines.filter({ hasText: 'sent' }).nth(4).waitFor({ timeout: 120_000 });
  await take(light, demo.campaignUrl, 'campaign');
  const dark = await signedInPage(browser, demo, { scheme: 'dark', viewport: wide });
  await take(dark, demo.campaignUrl, 'campaign-dark');
  const phone = await signedInPage(browser, demo, { scheme: 'light', viewport: narrow });
  await take(phone, demo.campaignUrl, 'campaign-narrow');
  const at = (path: string) => new URL(path, demo.campaignUrl).href;
  for (const name of ['dashboard', 'campaigns', 'profiles', 'templates', 'lists', 'recipients', 'settings']) {
    await take(light, at(`/${name}`), name);
  }
  await take(dark, at('/dashboard'), 'dashboard-dark');
  await take(phone, at('/dashboard'), 'dashboard-narrow');
  const stranger = await browser.newPage({ viewport: wide, colorScheme: 'light', locale: 'en-GB' });
  await take(stranger, at('/'), 'landing');
}

mkdirSync(folder, { recursive: true });
const browser = await playwright.launch({
  args: browserArguments,
  ...(chromium === null ? {} : { executablePath: chromium }),
});
const demo = await startDemo();
try {
  await takeAll(browser, demo);
} finally {
  await browser.close();
  await demo.stop();
}
