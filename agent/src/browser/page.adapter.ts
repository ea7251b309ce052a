import type { Browser, HTTPRequest, HTTPResponse, JSHandle, Page as PuppeteerPage } from 'puppeteer-core';
import { messageOf } from '../platform/errors.ts';
import { PageError, type Exchange, type Page, type PageCall } from './page.ts';

const closedText = /closed|disconnected|no such frame|discarded|session (with given id )?(not found|ended)|websocket/iu;

function failure(error: unknown, kind: PageError['kind'], page: PuppeteerPage): PageError {
  const text = messageOf(error);
  return new PageError(page.isClosed() || closedText.test(text) ? 'closed' : kind, text);
}

/** Firefox's error message for a click on a page that is being replaced contains both of these strings, in either order. */
const replacedTexts = ['NS_ERROR_FAILURE', 'synthesizeMouse'];

async function clickAt(page: PuppeteerPage, { x, y }: { x: number; y: number }): Promise<boolean> {
  try {
    await page.mouse.click(x, y);
    return true;
  } catch (error) {
    if (replacedTexts.every((text) => messageOf(error).includes(text))) return false;
    throw error;
  }
}

async function typeLines(page: PuppeteerPage, text: string): Promise<void> {
  for (const [index, line] of text.split(/\r\n|\r|\n/u).entries()) {
    if (index > 0) {
      await page.keyboard.down('Shift');
      await page.keyboard.press('Enter');
      await page.keyboard.up('Shift');
    }
    if (line !== '') await page.keyboard.type(line);
  }
}

async function pressWithControl(page: PuppeteerPage, key: 'a'): Promise<void> {
  const modifier = process.platform === 'darwin' ? 'Meta' : 'Control';
  await page.keyboard.down(modifier);
  await page.keyboard.press(key);
  await page.keyboard.up(modifier);
}

/** Returns the request together with its response, or null if Firefox didn't keep the contents. */
async function exchangeOf(request: HTTPRequest, response: HTTPResponse): Promise<Exchange | null> {
  try {
    const [body = '', answer] = await Promise.all([request.fetchPostData(), response.text()]);
    return { headers: request.headers(), body, status: response.status(), answer };
  } catch {
    return null;
  }
}

function listen(page: PuppeteerPage, ...[path, isWanted, onExchange]: Parameters<Page['listen']>): () => void {
  let isListening = true;
  const onFinished = (request: HTTPRequest): void => {
    const response = request.response();
    if (response === null || new URL(request.url()).pathname !== path || !isWanted(request.headers())) return;
    void exchangeOf(request, response).then((exchange) => {
      if (isListening) onExchange(exchange);
    });
  };
  page.on('requestfinished', onFinished);
  return () => {
    isListening = false;
    page.off('requestfinished', onFinished);
  };
}

/** This function runs in the page. */
function callByName(functions: unknown, name: string, args: readonly unknown[]): unknown {
  const work: unknown = Reflect.get(Object(functions), name);
  return typeof work === 'function' ? Reflect.apply(work, null, args) : undefined;
}

/**
 * Creates a function that runs calls in the page. The function evaluates the source again only if the source or the document has changed.
 */
function createCaller(page: PuppeteerPage): (call: PageCall) => Promise<unknown> {
  let kept: { source: string; functions: JSHandle } | null = null;
  return async ({ source, name, args }) => {
    if (kept?.source === source) {
      try {
        return await kept.functions.evaluate(callByName, name, args);
      } catch (error) {
        // Firefox reports "no such handle" if the document has been replaced. In that case, the function didn't run, so it's safe to call
        // it again.
        if (!messageOf(error).includes('no such handle')) throw error;
      }
    }
    const functions = await page.evaluateHandle(source);
    kept = { source, functions };
    return functions.evaluate(callByName, name, args);
  };
}

/** Wraps the tab that `find` returns. If `find` fails, throws a {@link PageError}, whose kind is `closed` if the window has been closed. */
export async function tabOf(browser: Browser, find: () => Promise<PuppeteerPage>): Promise<Page> {
  try {
    return pageOf(await find());
  } catch (error) {
    const text = messageOf(error);
    throw new PageError(!browser.connected || closedText.test(text) ? 'closed' : 'script', text);
  }
}

function pageOf(page: PuppeteerPage): Page {
  // Accept "Leave this page?" dialogs, because they would block every navigation. Dismiss all others.
  page.on('dialog', (dialog) => {
    const answered = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    answered.catch(() => undefined);
  });
  const doing = async <T>(kind: PageError['kind'], work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw failure(error, kind, page);
    }
  };
  const call = createCaller(page);
  const status = (response: HTTPResponse | null): number | null => response?.status() ?? null;
  return {
    url: () => page.url(),
    open: (address, options = {}) =>
      doing('navigation', async () =>
        status(await page.goto(address, { waitUntil: 'domcontentloaded', timeout: options.timeoutMs ?? 60_000 })),
      ),
    reload: () =>
      doing('navigation', async () => status(await page.reload({ waitUntil: 'domcontentloaded', timeout: 60_000 }))),
    read: (script) => doing('script', () => (typeof script === 'string' ? page.evaluate(script) : call(script))),
    clickAt: (point) => doing('script', () => clickAt(page, point)),
    type: (text) => doing('script', () => typeLines(page, text)),
    press: (key) => doing('script', () => page.keyboard.press(key)),
    selectAll: () => doing('script', () => pressWithControl(page, 'a')),
    listen: (...what) => listen(page, ...what),
    hasCookie: (name) => doing('script', async () => (await page.cookies()).some((cookie) => cookie.name === name)),
    bringToFront: () => doing('script', () => page.bringToFront()),
    close: () => doing('script', () => page.close()),
    isClosed: () => page.isClosed(),
  };
}
