import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { ClickOptions, ElementHandle, Page } from 'puppeteer-core';
import type { ResetInput } from '../control.schema.ts';
import { startFirefox } from './firefox.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const patienceMs = 30_000;

/** A sandbox, and a Firefox tab that `begin` signs in to it. */
export interface Browsing {
  sandbox: Sandbox;
  page: Page;
  /** Resets the sandbox and signs in as `wren`. */
  begin: (world?: Partial<ResetInput>) => Promise<void>;
  go: (path: string) => Promise<void>;
  find: (selector: string) => Promise<ElementHandle<Element>>;
  /** Waits until an element is visible and has stopped moving, then clicks it. A click on a moving element could miss. */
  click: (selector: string, options?: ClickOptions) => Promise<void>;
  /** Clicks the button with exactly this text within a part of the page. */
  press: (words: string, within?: string) => Promise<void>;
  text: (selector: string) => Promise<string>;
  count: (selector: string) => Promise<number>;
  /** Waits until the text of a part of the page matches a pattern. */
  reads: (selector: string, pattern: RegExp) => Promise<void>;
}

let shared: Promise<Browsing> | undefined;

/** Starts the sandbox and Firefox, unless an earlier test file in the same process has started them. */
export function startBrowsing(): Promise<Browsing> {
  shared ??= openTab();
  return shared;
}

const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

async function openTab(): Promise<Browsing> {
  const sandbox = await startSandbox();
  closing.unshift(sandbox.close);
  const firefox = await startFirefox();
  closing.unshift(firefox.close);
  const page = await firefox.browser.newPage();
  page.setDefaultTimeout(patienceMs);
  const go = async (path: string): Promise<void> => {
    await page.goto(`${sandbox.url}${path}`);
  };
  const find = async (selector: string): Promise<ElementHandle<Element>> =>
    (await page.waitForSelector(selector)) ?? assert.fail(`nothing matches ${selector}`);
  const click = async (selector: string, options: ClickOptions = {}): Promise<void> => {
    await page.locator(selector).click(options);
  };
  return {
    sandbox,
    page,
    go,
    find,
    click,
    begin: async (world = {}) => {
      // Leave the last page first. The reset ends its session, so the page would open the sign-in form and cancel the navigation below.
      await page.goto('about:blank');
      await sandbox.reset({ accounts: [{ username: 'wren', password: 'pw' }], people: ['mia', 'jo'], ...world });
      await go('/__sandbox/sessions/wren');
      await page.evaluate(() => sessionStorage.clear());
    },
    press: async (words, within = 'body') => {
      const roles = 'self::button or @role="button" or @role="option"';
      await click(`${within} ::-p-xpath(.//*[${roles}][normalize-space(.)="${words}"])`);
    },
    text: (selector) => page.$eval(selector, (element) => (element instanceof HTMLElement ? element.innerText : '')),
    count: async (selector) => (await page.$$(selector)).length,
    reads: async (selector, pattern) => {
      await page.waitForFunction(
        (wanted, source) => {
          const element = document.querySelector(wanted);
          return element instanceof HTMLElement && new RegExp(source, 'u').test(element.innerText);
        },
        {},
        selector,
        pattern.source,
      );
    },
  };
}
