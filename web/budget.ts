import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dashboardRoutes, keyOf, filesOf, readManifest } from './built-files.ts';

/**
 * A screen and its limit, in gzipped bytes. `routes: 'every'` stands for all of the app's screens together. Their code is prefetched after
 * the first screen has loaded, so that they also open while the server is down.
 */
export type Screen = { name: string; limitBytes: number } & (
  | { routes: readonly string[] | 'every' }
  | { page: string }
);

/**
 * The measured screens. For a `page`, the scripts in its HTML are counted. For `routes`, the scripts of the app's entry, its root and these
 * routes are counted.
 */
export const screens: readonly Screen[] = [
  { name: 'landing page', page: 'index.html', limitBytes: 25_000 },
  {
    name: 'dashboard',
    routes: dashboardRoutes,
    limitBytes: 200_000,
  },
  { name: 'dashboard, with every other screen prefetched', routes: 'every', limitBytes: 510_000 },
];

/** Matches all pages and layouts except the landing page, which isn't part of the app. */
const route = /(?<!landing)\.(page|layout)\.tsx/;
const pageScript = /<script(?![^>]*ld\+json)(?:[^>]* src="\/([^"]+)")?[^>]*>([^]*?)<\/script>/g;
const always = ['entry.client', 'app/root.tsx'];

function routeScripts(clientFolder: string, routes: readonly string[] | 'every'): Buffer[] {
  const manifest = readManifest(clientFolder);
  const around = always.map((part) => keyOf(manifest, part));
  const keys =
    routes === 'every'
      ? Object.keys(manifest).filter((key) => route.test(key))
      : routes.map((part) => keyOf(manifest, part));
  return filesOf(manifest, [...around, ...keys]).scripts.map((file) => readFileSync(join(clientFolder, file)));
}

function pageScripts(clientFolder: string, page: string): Buffer[] {
  const html = readFileSync(join(clientFolder, page), 'utf8');
  const scripts = [...html.matchAll(pageScript)];
  if (scripts.length === 0) throw new Error(`${page} has no script.`);
  return scripts.map(([, file, inline = '']) =>
    file === undefined ? Buffer.from(inline) : readFileSync(join(clientFolder, file)),
  );
}

/** Returns how many gzipped bytes of JavaScript a first visit to the screen loads, without the parts that are loaded on demand. */
export function scriptBytes(clientFolder: string, screen: Screen): number {
  const scripts = 'page' in screen ? pageScripts(clientFolder, screen.page) : routeScripts(clientFolder, screen.routes);
  return scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
}
