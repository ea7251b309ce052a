import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect as usualExpect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** An `expect` with a longer timeout than the default. It also works outside the test runner. */
const expect = usualExpect.configure({ timeout: 60_000 });

/** Signs the page in. From the next page load on, every load first stores this session token in local storage. */
export async function beSignedIn(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
}

/** Collects the page's uncaught errors and the errors in its console. */
export function collectPageErrors(page: Page): { taken: () => string[] } {
  let errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
  });
  return {
    taken: () => {
      const taken = errors;
      errors = [];
      return taken;
    },
  };
}

/** Watches for unexpected layout shifts. `taken` returns their sum since its last call, or since the page was loaded. */
export async function watchShifts(page: Page): Promise<{ taken: () => Promise<number> }> {
  await page.addInitScript(() => {
    new PerformanceObserver((entries) => {
      const { dataset } = document.documentElement;
      for (const entry of entries.getEntries()) {
        if (!('value' in entry) || !('hadRecentInput' in entry) || entry.hadRecentInput !== false) continue;
        dataset['shift'] = String(Number(dataset['shift'] ?? '0') + Number(entry.value));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const take = () => {
    const { dataset } = document.documentElement;
    const sum = Number(dataset['shift'] ?? '0');
    delete dataset['shift'];
    return sum;
  };
  return { taken: () => page.evaluate(take) };
}

/**
 * Opens another screen of the app without loading the page again, as a link does. This takes a tenth of the processor time that `goto`
 * takes. When the call returns, the previous screen is gone.
 */
export async function openScreen(
  page: { evaluate: (script: string) => Promise<unknown> },
  path: string,
): Promise<void> {
  await page.evaluate(`__reactRouterDataRouter.navigate(${JSON.stringify(path)}, { flushSync: true })`);
}

/** Waits until a screen shows its content instead of placeholders. */
export async function settle(page: Page): Promise<void> {
  // While the page checks the session, it shows a different heading and no placeholders.
  await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root, [aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Returns how many pixels wider the page is than its window. */
export async function overflowOf(page: { evaluate: (read: () => number) => Promise<number> }): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Emulates a system that uses the dark theme, and waits until the page has switched to it. */
async function goDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  // The landing page has no script that could react to the change, so reload it.
  if (new URL(page.url()).pathname === '/') await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await stopMoving(page);
}

async function goLight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  if (new URL(page.url()).pathname === '/') return;
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await stopMoving(page);
}

/**
 * Waits until all CSS transitions have finished. Checks each transition's state, because Chromium keeps finished transitions of
 * hidden elements (inside a closed `details`) in its list of animations.
 */
export async function stopMoving(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((each) => !(each instanceof CSSTransition) || each.playState === 'finished'),
  );
}

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The ninth and later rows of a table. The checks skip them, because they consist of the same elements as the rows before them. */
const laterRows = 'tbody > tr:nth-child(n + 9)';

/** The axe rules whose results can depend on the theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe in the page, once its CSS transitions have finished. Loads axe only once per document, because loading axe takes as long as
 * running it.
 */
async function runAxe(page: Page, part: string | null, options: RunOptions): Promise<string[]> {
  await stopMoving(page);
  const isLoaded = await page.evaluate(() => window.axe !== undefined);
  if (!isLoaded) await page.evaluate(axeScript);
  const context = { ...(part === null ? {} : { include: [part] }), exclude: [laterRows] };
  const results = await page.evaluate(
    ([within, wanted]) => window.axe?.run(within, { ...wanted, resultTypes: ['violations'] }),
    [context, options] as const,
  );
  if (results === undefined) throw new Error('axe could not be loaded into the page');
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary ?? ''})`),
  );
}

/** Returns the problems that axe finds, one line for each place. With a selector, checks only that part of the page. */
export function violationsOn(page: Page, part: string | null = null): Promise<string[]> {
  return runAxe(page, part, { runOnly: { type: 'tag', values: everyRule } });
}

/**
 * Checks all rules with axe in the light theme, and then the color rules in the dark theme. With a selector, checks only that part of the
 * page.
 */
export async function expectNoViolations(page: Page, what: string, part: string | null = null): Promise<void> {
  expect.soft(await violationsOn(page, part), `axe on ${what}`).toEqual([]);
  await goDark(page);
  expect.soft(await colorViolationsOn(page, part), `axe on ${what}, in the dark theme`).toEqual([]);
  await goLight(page);
}

/** Returns the color problems that axe finds, for a page that {@link violationsOn} has already checked in another theme or size. */
export function colorViolationsOn(page: Page, part: string | null = null): Promise<string[]> {
  return runAxe(page, part, { runOnly: { type: 'rule', values: colorRules } });
}
