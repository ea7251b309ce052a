import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

const manifestSchema = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).optional() }));
type Manifest = z.infer<typeof manifestSchema>;

/** `every`: everything fetched once the first screen has settled, so that the other screens work without the server. */
export type Screen = { name: string; routes: readonly string[] | 'every'; limitBytes: number };

/** The code that a first visit loads: the entry, the root and the screen's routes, with everything they import. */
export const screens: readonly Screen[] = [
  { name: 'landing page', routes: ['pages/landing.page.tsx'], limitBytes: 130_000 },
  {
    name: 'dashboard',
    routes: ['pages/frame.layout.tsx', 'pages/signed-in.layout.tsx', 'pages/dashboard.page.tsx'],
    limitBytes: 250_000,
  },
  { name: 'dashboard, with every other screen fetched ahead', routes: 'every', limitBytes: 552_000 },
];

const route = /\.(page|layout)\.tsx/;
const always = ['entry.client', 'app/root.tsx'];

function readManifest(clientFolder: string): Manifest {
  const path = join(clientFolder, '.vite/manifest.json');
  if (!existsSync(path)) throw new Error(`There is no build in ${clientFolder}. Run "npm run build -w web" first.`);
  return manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

function keyOf(manifest: Manifest, part: string): string {
  const key = Object.keys(manifest).find((each) => each.includes(part));
  if (key === undefined) throw new Error(`The build has no ${part}.`);
  return key;
}

function filesOf(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (seen.has(key) || chunk === undefined) return;
    seen.add(key);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return files;
}

/** Gzipped bytes of JavaScript that a screen's first visit needs. */
export function scriptBytes(clientFolder: string, screen: Screen): number {
  const manifest = readManifest(clientFolder);
  const around = always.map((part) => keyOf(manifest, part));
  const routes =
    screen.routes === 'every'
      ? Object.keys(manifest).filter((key) => route.test(key))
      : screen.routes.map((part) => keyOf(manifest, part));
  const files = filesOf(manifest, [...around, ...routes]);
  let total = 0;
  for (const file of files) total += gzipSync(readFileSync(join(clientFolder, file))).length;
  return total;
}
