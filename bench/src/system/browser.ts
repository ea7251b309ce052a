import { launch } from 'puppeteer-core';
import type { Browser, Page } from 'puppeteer-core';
import { chromium } from '../config.ts';

/** The slow CPU and network of a phone, with the values that Lighthouse uses. */
const slow = { cpu: 4, network: { download: 1.6e6 / 8, upload: 0.75e6 / 8, latency: 150 } };
const loadMs = 60_000;

export function openBrowser(): Promise<Browser> {
  if (chromium === null) throw new Error('Set CHROMIUM to the path of the Chromium executable.');
  return launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** Matches the dashboard's figures once they have loaded. */
const figures = '[class*="_value_"] > span';

type Visit = { url: string; token: string | null; isSlow: boolean };

/** Opens a page with an empty cache, waits until the page is complete, and closes it after `work`. */
export async function onPage<T>(browser: Browser, visit: Visit, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    if (visit.token !== null) {
      await page.evaluateOnNewDocument((token) => localStorage.setItem('token', token), visit.token);
    }
    await page.evaluateOnNewDocument(() => {
      new PerformanceObserver((entries) => {
        for (const { startTime } of entries.getEntries()) Reflect.set(window, 'largestPaint', startTime);
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await page.evaluateOnNewDocument((selector) => {
      const look = () => {
        if (document.querySelector(selector) === null) requestAnimationFrame(look);
        // The next frame begins after this one has been painted.
        else requestAnimationFrame((next) => Reflect.set(window, 'figuresShown', next));
      };
      requestAnimationFrame(look);
    }, figures);
    if (visit.isSlow) {
      await page.emulateCPUThrottling(slow.cpu);
      await page.emulateNetworkConditions(slow.network);
    }
    await page.goto(visit.url, { waitUntil: 'load', timeout: loadMs });
    await page.waitForFunction(
      () => document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"]') === null,
      {
        timeout: loadMs,
      },
    );
    await page.waitForNetworkIdle({ idleTime: 500, timeout: loadMs });
    return await work(page);
  } finally {
    await context.close();
  }
}

/** When something was painted, in milliseconds after the navigation began. */
export type Paint = 'largestPaint' | 'figuresShown';

/** Returns when a page's largest element, or the dashboard's figures, were painted. */
export function paintOf(browser: Browser, visit: Visit, paint: Paint): Promise<number> {
  return onPage(browser, visit, async (page) => {
    const at: unknown = await page.evaluate((name): unknown => Reflect.get(window, name), paint);
    if (typeof at !== 'number') throw new Error(`The browser did not say when ${visit.url} was painted.`);
    return at;
  });
}
