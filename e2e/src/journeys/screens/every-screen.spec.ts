import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { startAnsweringAgent } from '../../answering-agent.ts';
import { fillAccount } from '../../filled-account.ts';
import { addFullWindowUsers, fullWindowSettings, refusedRequests } from '../../full-window-screens.ts';
import { addPerson } from '../../journey.ts';
import { newPerson } from '@sandpiper/testkit/people';
import { guestPaths, missingPaths, otherPaths, recordPaths, workPaths } from '../../screen-paths.ts';
import {
  violationsOn,
  beSignedIn,
  colorViolationsOn,
  expectNoViolations,
  overflowOf,
  settle,
  stopMoving,
  collectPageErrors,
  openScreen,
  watchShifts,
} from '../../screen-watch.ts';
import { expect, saveData, test } from '../../stack.ts';

const everywhere = [...workPaths, ...otherPaths];
const worstShift = 0.02;
/** The widths of a tablet and a phone, in pixels. */
const narrow = [768, 390];
const wide = 1440;
const height = 900;

type WatchedPage = {
  page: Page;
  errors: ReturnType<typeof collectPageErrors>;
  shifts: Awaited<ReturnType<typeof watchShifts>>;
};

/** Checks that the console has no unexpected errors, hardly anything moves while the screen loads, and nothing overflows. */
async function checkLoading(
  { page, errors, shifts }: WatchedPage,
  screen: string,
  expectedErrors: RegExp | null = missingPaths.includes(screen) ? /404/ : null,
): Promise<void> {
  await settle(page);
  const unexpected = errors.taken().filter((text) => expectedErrors?.test(text) !== true);
  expect.soft(unexpected, `errors in the console on ${screen}`).toEqual([]);
  expect.soft(await overflowOf(page), `${screen} is not wider than the window`).toBeLessThanOrEqual(0);
  expect.soft(await shifts.taken(), `nothing moves on ${screen} while it loads`).toBeLessThanOrEqual(worstShift);
}

/**
 * Checks with axe at full width in the light theme, and only the colors in the dark theme and at a phone's width. Also checks that nothing
 * overflows at the widths of a tablet and a phone.
 */
async function checkThemesAndWidths(page: Page, screen: string): Promise<void> {
  await expectNoViolations(page, screen);
  for (const width of narrow) {
    await page.setViewportSize({ width, height });
    await stopMoving(page);
    expect.soft(await overflowOf(page), `${screen} fits a window that is ${width} pixels wide`).toBeLessThanOrEqual(0);
  }
  // Some text appears only when a table hides columns.
  expect.soft(await colorViolationsOn(page), `axe on ${screen}, on a phone`).toEqual([]);
  await page.setViewportSize({ width: wide, height });
}

async function openPage(browser: Browser, baseURL: string): Promise<WatchedPage> {
  const viewport = { width: wide, height };
  const context = await browser.newContext({ baseURL, colorScheme: 'light', viewport, reducedMotion: 'reduce' });
  await saveData(context);
  const page = await context.newPage();
  return { page, errors: collectPageErrors(page), shifts: await watchShifts(page) };
}

/** `recipients` redirects to another screen, and `*` to the landing page. */
const routesWithoutScreen = ['recipients', '*'];

test('the lists of screens contain every route of the web app', () => {
  const source = readFileSync(new URL('../../../../web/app/routes.ts', import.meta.url), 'utf8');
  const routes = Array.from(source.matchAll(/route\('([^']+)'/g), ([, route = '']) => route);
  const records = recordPaths({ list: 1, running: 1, planned: 1, ticket: 1, account: 1 });
  const paths = [...guestPaths, ...everywhere, ...records];
  const hasPath = (route: string) => {
    const pattern = new RegExp(`^/${route.replaceAll(/:\w+/g, '[^/]+')}(\\?|$)`);
    return paths.some((path) => pattern.test(path));
  };
  expect(routes).toContain('dashboard');
  expect(routes.filter((route) => !hasPath(route) && !routesWithoutScreen.includes(route))).toEqual([]);
});

test('the public screens pass all checks in the light and the dark theme', async ({ browser, shared }) => {
  const watched = await openPage(browser, shared.url);
  const { page } = watched;
  for (const path of guestPaths) {
    await page.goto(path);
    await test.step(path, async () => {
      await checkLoading(watched, path);
      await checkThemesAndWidths(page, path);
    });
  }
  await page.context().close();
});

test('the screens that replace all others pass all checks in the light and the dark theme', async ({
  browser,
  stack,
}) => {
  const { url } = await stack.startServer(fullWindowSettings);
  for (const { name, title, person } of await addFullWindowUsers(url)) {
    const watched = await openPage(browser, url);
    const { page } = watched;
    await beSignedIn(page, person.token);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await test.step(name, async () => {
      await checkLoading(watched, name, refusedRequests);
      await checkThemesAndWidths(page, name);
    });
    await page.context().close();
  }
});

for (const part of ['work', 'records', 'rest'] as const) {
  test(`every screen (${part}) passes all checks in the light and the dark theme`, async ({ browser, shared }) => {
    const person = await addPerson(shared, { called: 'root', role: 'admin', pack: 'pro', until: null });
    const own = recordPaths(await fillAccount(person));
    const agent = await startAnsweringAgent(shared.url, person);
    const watched = await openPage(browser, shared.url);
    const { page } = watched;
    await beSignedIn(page, person.token);
    for (const path of { work: workPaths, rest: otherPaths, records: [...own, ...missingPaths] }[part]) {
      await page.goto(path);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await test.step(path, async () => {
        await checkLoading(watched, path);
        await checkThemesAndWidths(page, path);
      });
    }
    await agent.stop();
    await page.context().close();
  });
}

test('tables, dialogs and notices fit small windows', async ({ browser, shared }) => {
  const root = await addPerson(shared, { called: 'r'.repeat(40), role: 'admin', pack: 'pro', until: null });
  const { account, list } = await fillAccount(root);
  const other = await addPerson(shared, { called: 'o'.repeat(40) });
  await other.call('POST /api/user-deletion', { body: { password: other.password } });
  const { page } = await openPage(browser, shared.url);
  await beSignedIn(page, root.token);
  await page.goto('/dashboard');
  await settle(page);
  const tablePaths = [...workPaths, '/users'].map((path) => [1024, path] as const);
  for (const [width, path] of [...tablePaths, ...[`/lists/${list}`, '/users'].map((path) => [360, path] as const)]) {
    await page.setViewportSize({ width, height });
    await openScreen(page, path);
    await settle(page);
    // Measure all tables at once, because a table may disappear when its data arrives.
    const hidden = await page
      .locator('[role=region]:has(> table)')
      .evaluateAll((tables) => tables.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    expect.soft(hidden, `every column of the tables on ${path} is visible`).toBe(0);
    expect.soft(await overflowOf(page), path).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 320, height });
  const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
  await openScreen(page, `/profiles/${account}`);
  expect(await page.getByRole('note').filter({ hasText: 'Daily limit not set' }).evaluate(isCut)).toBe(false);
  await openScreen(page, '/users');
  await page.getByRole('button', { name: `Actions for ${other.username}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirm = page.getByRole('button', { name: `Delete ${other.username}` });
  await confirm.waitFor();
  expect(await confirm.evaluate(isCut), 'a long name in a button is shown in full').toBe(false);
  await page.context().close();
});

test('long words and large numbers fit small windows', async ({ browser, shared }) => {
  const person = await addPerson(shared);
  const { call } = person;
  const long = 'w'.repeat(100);
  const { template } = await call('POST /api/templates', { body: { name: long, content: 'Hi {username}' } });
  const { list } = await call('POST /api/lists', { body: { name: long, description: 'long '.repeat(100) } });
  await call('POST /api/recipients', { body: { recipient: 'guest', list_id: list.id } });
  const { profile } = await call('POST /api/profiles', { body: { profile_name: long, profile_path: `/home/${long}` } });
  const { campaign } = await call('POST /api/campaigns', {
    body: { name: 'Long', message_template_id: template.id, list_id: list.id, profiles_used: [profile.id] },
  });
  const { page } = await openPage(browser, shared.url);
  await beSignedIn(page, person.token);
  await page.setViewportSize({ width: 390, height });
  await page.goto('/dashboard');
  await settle(page);
  for (const path of ['/campaigns', `/campaigns/${campaign.id}`, '/templates', '/lists', `/lists/${list.id}`]) {
    await openScreen(page, path);
    await settle(page);
    expect.soft(await overflowOf(page), path).toBeLessThanOrEqual(0);
  }
  await call('POST /api/lists', { body: { name: 'Short', description: 'long '.repeat(100) } });
  await page.setViewportSize({ width: wide, height });
  await page.goto('/lists');
  // This card is as tall as the card next to it, whose list has a long name.
  const lines = await page
    .getByRole('article', { name: 'Short' })
    .getByText('long long')
    .evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight));
  expect(lines, 'the lines of the description').toBeCloseTo(2, 1);
  const json = { lists: [{ ...list, recipient_count: 1_234_567 }] };
  await page.route('**/api/lists', (route) => route.fulfill({ json }));
  await page.setViewportSize({ width: 390, height });
  await page.goto('/dashboard');
  const recipientsLink = page.getByRole('region', { name: 'Quick Actions' }).getByRole('link', { name: 'Recipients' });
  await expect(recipientsLink).toContainText('1,234,567');
  expect(await recipientsLink.evaluate((link) => link.scrollWidth - link.clientWidth)).toBeLessThanOrEqual(0);
  await page.context().close();
});

test('screens load without problems for a new user', async ({ browser, shared }) => {
  const person = await newPerson(shared.url, 'newcomer');
  const watched = await openPage(browser, shared.url);
  const { page } = watched;
  await beSignedIn(page, person.token);
  await page.goto('/settings');
  await checkLoading(watched, '/settings');
  // Skip `/users`, where this user sees only an explanation, and `/firefox-profiles`, which waits a minute for an agent.
  for (const path of everywhere.filter((each) => each !== '/users' && each !== '/firefox-profiles')) {
    await openScreen(page, path);
    await checkLoading(watched, path);
  }
  await page.context().close();
});

test('every page has a strict content security policy', async ({ request, shared }) => {
  for (const path of [...guestPaths, ...everywhere]) {
    const answer = await request.get(`${shared.url}${path}`);
    expect(answer.status()).toBe(200);
    const policy = answer.headers()['content-security-policy'] ?? '';
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? '';
    expect(scripts, path).toContain("'self'");
    expect(policy.replace(/style-src[^;]*/g, ''), path).not.toContain('unsafe-');
    expect(policy, path).toMatch(/object-src 'none'/);
    expect(policy, path).toMatch(/frame-ancestors '(none|self)'/);
  }
});

test('the screen checks find problems that were planted on purpose', async ({ page, shared }) => {
  const errors = collectPageErrors(page);
  const shifts = await watchShifts(page);
  await page.goto(`${shared.url}/login`);
  await settle(page);
  await page.evaluate(() => {
    document.body.style.paddingTop = '300px';
    const wide = document.createElement('div');
    wide.style.cssText = 'width: 3000px; height: 10px';
    document.body.append(wide, document.createElement('img'));
    Array.from(document.querySelectorAll('label')).forEach((label) => label.remove());
    setTimeout(() => {
      throw new Error('planted');
    });
  });
  await expect.poll(() => shifts.taken()).toBeGreaterThan(worstShift);
  expect(await overflowOf(page)).toBeGreaterThan(0);
  await expect.poll(() => errors.taken().join()).toContain('planted');
  expect((await violationsOn(page)).join()).toMatch(/image-alt/);
  await page.evaluate(() => {
    const faint = document.createElement('p');
    faint.textContent = 'Hard to read';
    faint.style.cssText = 'color: #888; background: #999';
    document.body.append(faint);
  });
  expect((await colorViolationsOn(page)).join()).toMatch(/color-contrast/);
});
