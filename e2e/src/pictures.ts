import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium as playwright, type Browser, type Page } from '@playwright/test';
import { browserArguments, chromium } from './config.ts';
import { fillAccount } from './filled-account.ts';
import { addFullWindowUsers, fullWindowSettings } from './full-window-screens.ts';
import { clientOf, newPerson, type Person } from '@sandpiper/testkit/people';
import { startProgram } from './program.ts';
import { startDemo, type Demo } from './running-demo.ts';
import { beSignedIn, settle } from './screen-watch.ts';
import { startServerProgram } from './server-program.ts';
import { smallPng } from './small-png.ts';

/*
 * Takes the screenshots in docs/screens (`npm run pictures`), most of them from the demo: each screen wide and narrow, in the light and the
 * dark theme.
 */

const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const mostBytes = 60 * 1024;
const patienceMs = 120_000;

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const looks = [
  { suffix: '', colorScheme: 'light', viewport: wide },
  { suffix: '-dark', colorScheme: 'dark', viewport: wide },
  { suffix: '-narrow', colorScheme: 'light', viewport: narrow },
  { suffix: '-narrow-dark', colorScheme: 'dark', viewport: narrow },
] as const;

/** Maps the names of screenshots to the paths of their screens. */
type Screens = Record<string, string>;

const guestScreens: Screens = {
  landing: '/',
  login: '/login',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password?token=abc',
  'confirm-address': '/confirm-address?token=abc',
  unsubscribe: '/unsubscribe?token=abc',
};
const newUserScreens: Screens = { 'dashboard-setup': '/dashboard' };
const adminScreens: Screens = { users: '/users', audit: '/audit', server: '/server' };

/** Returns the demo user's screens. Creates the data that some of them need. */
async function screensOf({ user, campaignUrl }: Demo): Promise<Screens> {
  const { ticket } = await user.call('POST /api/support', {
    body: { subject: 'How do I add a second computer?', description: 'I have one at home as well.' },
  });
  await user.call('POST /api/support/:id/messages', {
    params: { id: ticket.id },
    body: { message: 'It runs Windows 11.' },
  });
  const [list] = (await user.call('GET /api/lists')).lists;
  const id = list?.id ?? 0;
  const { recipients } = await user.call('GET /api/lists/:id/recipients', { params: { id } });
  await user.call('POST /api/do-not-contact', {
    body: { usernames: ['no.more.mail', 'quiet.corner'], reason: 'Asked us to stop' },
  });
  const [account] = (await user.call('GET /api/profiles')).profiles;
  const computer = clientOf(new URL(campaignUrl).origin);
  const { user_code } = await computer('POST /api/agent-pairing', { body: { device_name: 'Studio' } });
  const plain = [
    'dashboard',
    'campaigns',
    'profiles',
    'templates',
    'lists',
    'people',
    'do-not-contact',
    'unread-checker',
  ];
  const others = ['firefox-profiles', 'support', 'settings', 'notices'];
  return {
    ...Object.fromEntries([...plain, ...others].map((name) => [name, `/${name}`])),
    'campaign-new': '/campaigns/new',
    account: `/profiles/${account?.id ?? 0}`,
    list: `/lists/${id}`,
    'list-import': `/lists/${id}/import`,
    'list-imports': `/lists/${id}/imports`,
    person: `/people/${recipients[0]?.recipient ?? ''}`,
    ticket: `/support/${ticket.id}`,
    link: `/link?code=${user_code}`,
  };
}

async function openPage(browser: Browser, look: (typeof looks)[number], person: Person | null): Promise<Page> {
  const { colorScheme, viewport } = look;
  const page = await browser.newPage({
    viewport,
    colorScheme,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(patienceMs);
  if (person !== null) await beSignedIn(page, person.token);
  return page;
}

async function take(page: Page, drawer: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await settle(page);
  // The agent lists the Firefox profiles after their screen has opened. Until then, the screen's buttons are disabled.
  if (name.startsWith('firefox-profiles')) {
    await page.getByRole('rowheader').first().waitFor();
    await page.getByRole('button', { name: 'Refresh', disabled: false }).waitFor();
  }
  const header = page.getByRole('banner');
  const inHeader = header.getByRole('button', { name: /^(Log out|Open the menu)$/ }).first();
  if (await inHeader.isVisible()) {
    await header.getByText('Connected', { exact: true }).waitFor({ state: 'attached' });
  }
  const whole = await page.screenshot({ animations: 'disabled' });
  writeFileSync(`${folder}${name}.png`, await smallPng(drawer, whole, mostBytes));
}

/** Waits until the campaign's log shows five sent messages, so that the screenshots of the campaign have enough to show. */
async function untilFiveSent(page: Page, campaignUrl: string): Promise<void> {
  await page.goto(campaignUrl);
  const lines = page.getByRole('region', { name: 'Log entries, newest last' }).getByRole('listitem');
  await lines.filter({ hasText: 'sent' }).nth(4).waitFor();
}

/**
 * Takes the screenshots of the full-window screens, which replace every signed-in screen. These screens need a server with its own
 * settings.
 */
async function takeFullWindow(browser: Browser, drawer: Page): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandpiper-pictures-'));
  const { url, program } = await startServerProgram(startProgram, { DATA_DIR: dataDir, ...fullWindowSettings });
  try {
    for (const { name, person } of await addFullWindowUsers(url)) {
      for (const look of looks) {
        const page = await openPage(browser, look, person);
        await take(page, drawer, `${url}/dashboard`, `${name}${look.suffix}`);
        await page.context().close();
      }
    }
  } finally {
    await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function takeAll(browser: Browser, demo: Demo): Promise<void> {
  const drawer = await browser.newPage();
  const pages = await Promise.all(
    looks.map(async (look) => ({ look, page: await openPage(browser, look, demo.user) })),
  );
  for (const { page } of pages) await untilFiveSent(page, demo.campaignUrl);
  for (const { look, page } of pages) await take(page, drawer, demo.campaignUrl, `campaign${look.suffix}`);

  async function takeEach(screens: Screens, look: (typeof looks)[number], page: Page): Promise<void> {
    for (const [name, path] of Object.entries(screens)) {
      await take(page, drawer, new URL(path, demo.campaignUrl).href, `${name}${look.suffix}`);
    }
    await page.context().close();
  }
  const screens = await screensOf(demo);
  const { origin } = new URL(demo.campaignUrl);
  const newUser = await newPerson(origin, 'newcomer');
  // A campaign can be edited only before its first start. All accounts of the demo's user are in use, so another user plans a campaign.
  const planner = await newPerson(origin);
  const { planned } = await fillAccount(planner);
  const plannerScreens = { 'campaign-edit': `/campaigns/${planned}/edit` };
  for (const { look, page } of pages) {
    await takeEach(screens, look, page);
    await takeEach(newUserScreens, look, await openPage(browser, look, newUser));
    await takeEach(plannerScreens, look, await openPage(browser, look, planner));
    await takeEach(adminScreens, look, await openPage(browser, look, demo.admin));
    await takeEach(guestScreens, look, await openPage(browser, look, null));
  }
  await takeFullWindow(browser, drawer);
}

rmSync(folder, { recursive: true, force: true });
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
