import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finishAppPage } from './app-page.ts';
import { dashboardRoutes } from './built-files.ts';

let folder = '';
const frame = '<nav><a href="/dashboard">Dashboard</a></nav>';
const write = (body: string) =>
  writeFileSync(
    join(folder, '__spa-fallback.html'),
    `<html><head><link rel="preload" as="font" href="/text.woff2"><link rel="modulepreload" href="/assets/page.js"><script data-api="">0</script><link rel="stylesheet" href="/assets/root.css#"></head><body>${body}</body></html>`,
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-app-page-'));
  mkdirSync(join(folder, '.vite'));
  const files = { file: 'assets/page.js', css: ['assets/root.css', 'assets/page.css'] };
  writeFileSync(
    join(folder, '.vite/manifest.json'),
    JSON.stringify(Object.fromEntries(dashboardRoutes.map((route) => [route, files]))),
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the app’s page', () => {
  it('requests its style sheets first, and names the files that only the dashboard needs', async () => {
    write(frame);
    await finishAppPage(folder);
    const { document } = new JSDOM(readFileSync(join(folder, '__spa-fallback.html'), 'utf8')).window;
    const requested = [...document.querySelectorAll('link')].map((link) => `${link.rel} ${link.getAttribute('href')}`);
    expect(requested).toEqual([
      'preload /assets/root.css',
      'preload /text.woff2',
      'modulepreload /assets/page.js',
      'stylesheet /assets/root.css#',
    ]);
    expect(document.querySelector('link')).toHaveAttribute('as', 'style');
    expect(document.querySelector('script')?.dataset['files']).toBe('/assets/page.css');
  });

  it('must contain the frame', async () => {
    write('<main>Loading</main>');
    await expect(finishAppPage(folder)).rejects.toThrow('doesn’t contain the frame');
  });
});
