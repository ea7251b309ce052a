import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { dashboardRoutes, filesOf, keyOf, readManifest } from './built-files.ts';

/**
 * Completes the HTML page that the server sends for all of the app's URLs. Tells `early-start.js` which files the dashboard needs in
 * addition to those that the page already loads. Makes the browser request the style sheets before the fonts and scripts, because the first
 * paint needs only them.
 */
export async function finishAppPage(clientFolder: string): Promise<void> {
  const path = join(clientFolder, '__spa-fallback.html');
  const page = new JSDOM(await readFile(path, 'utf8'));
  const { document } = page.window;
  const early = document.querySelector<HTMLScriptElement>('script[data-api]');
  if (early === null) throw new Error('The app’s page doesn’t load early-start.js.');
  if (document.querySelector('nav a[href="/dashboard"]') === null) {
    throw new Error('The app’s page doesn’t contain the frame.');
  }
  const links = [...document.querySelectorAll('link[rel="modulepreload"], link[rel="stylesheet"]')];
  const loaded = new Set(links.map((link) => link.getAttribute('href')?.replace(/#$/, '')));
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"]')) {
    // The style sheets stay where they are, because React expects them there.
    const first = document.createElement('link');
    first.rel = 'preload';
    first.href = sheet.getAttribute('href')?.replace(/#$/, '') ?? '';
    // jsdom has no property for this attribute.
    first.setAttribute('as', 'style');
    document.querySelector('link[as="font"]')?.before(first);
  }
  const manifest = readManifest(clientFolder);
  const { scripts, styles } = filesOf(
    manifest,
    dashboardRoutes.map((part) => keyOf(manifest, part)),
  );
  const missing = [...scripts, ...styles].map((file) => `/${file}`).filter((file) => !loaded.has(file));
  early.dataset['files'] = missing.join(' ');
  await writeFile(path, page.serialize());
}
