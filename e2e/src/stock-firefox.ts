import puppeteer, { type Browser, type ConsoleMessage, type Page } from 'puppeteer-core';
import { expect } from '@playwright/test';
import { firefox } from './config.ts';

/* Drives an unmodified Firefox, because Playwright can drive only its own modified version. */

const patienceMs = 60_000;

export async function startStockFirefox(): Promise<Browser> {
  if (firefox === null)
    throw new Error(
      "FIREFOX isn't set. Set it to the path of the Firefox executable, or run `npm test` in the root folder.",
    );
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox,
    headless: true,
    defaultViewport: null,
    timeout: 2 * patienceMs,
    protocolTimeout: 2 * patienceMs,
  });
}

/** Opens a tab and collects the errors of the pages in it. If a token is given, its user is signed in on these pages. */
export async function openTab(browser: Browser, token: string | null): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(patienceMs);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  if (token !== null) {
    await page.evaluateOnNewDocument((value) => {
      // Empty documents, such as about:blank, have no storage.
      if (location.protocol !== 'about:') localStorage.setItem('token', value);
    }, token);
  }
  return { page, errors };
}

/** Resizes the page. Puppeteer also sets the screen orientation, which Firefox ESR doesn't support, so the resulting error is ignored. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  try {
    await page.setViewport(size);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('setScreenOrientationOverride'))) throw error;
  }
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(size.width);
}

/** Waits until a screen shows its data instead of placeholders. Doesn't use `waitForFunction`, which the content security policy blocks. */
export async function settleTab(page: Page): Promise<void> {
  const isSettled = () =>
    page.evaluate(() => {
      const isBusy = document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') !== null;
      return !isBusy && document.querySelector('h1') !== null && document.fonts.status === 'loaded';
    });
  await expect.poll(isSettled).toBe(true);
}
