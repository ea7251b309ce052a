import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Page } from 'puppeteer-core';
import { listenOnFreePort } from '@sandpiper/testkit/ports';

/** Returns a page's current content as one HTML file without scripts. The file contains all styles. Fonts stay in separate files. */
function copyOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
    const copy = document.createElement('html');
    for (const { name, value } of document.documentElement.attributes) copy.setAttribute(name, value);
    copy.innerHTML = document.documentElement.innerHTML;
    for (const part of copy.querySelectorAll('script, noscript, style, link:not([as="font"])')) part.remove();
    const style = document.createElement('style');
    style.textContent = rules.join('\n');
    copy.querySelector('head')?.append(style);
    return `<!doctype html>${copy.outerHTML}`;
  });
}

/** Serves a static copy of a page. This is the yardstick for loading the page, because no page loads faster than its static copy. */
export async function serveCopy(page: Page): Promise<{ url: string; stop: () => void }> {
  const origin = new URL(page.url()).origin;
  const html = gzipSync(await copyOf(page));
  const files = new Map<string, Promise<Buffer>>();
  const fileAt = async (path: string) => Buffer.from(await (await fetch(`${origin}${path}`)).arrayBuffer());
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }).end(html);
      return;
    }
    const file = files.get(path) ?? fileAt(path);
    files.set(path, file);
    void file.then((bytes) => response.writeHead(200, { 'content-type': 'font/woff2' }).end(bytes));
  });
  const port = await listenOnFreePort(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
