import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).optional(),
  css: z.array(z.string()).optional(),
});
const manifestSchema = z.record(z.string(), chunk);

/** Vite's list of the built files, keyed by source file. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The layouts and the page that a signed-in user sees first. */
export const dashboardRoutes = ['pages/frame.layout.tsx', 'pages/signed-in.layout.tsx', 'pages/dashboard.page.tsx'];

export function readManifest(clientFolder: string): Manifest {
  const path = join(clientFolder, '.vite/manifest.json');
  if (!existsSync(path)) throw new Error(`There is no build in ${clientFolder}. Run "npm run build -w web" first.`);
  return manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Returns the manifest's key for the source file whose path contains `part`. Throws if there is no such file. */
export function keyOf(manifest: Manifest, part: string): string {
  const key = Object.keys(manifest).find((each) => each.includes(part));
  if (key === undefined) throw new Error(`The build has no ${part}.`);
  return key;
}

/** Returns the scripts and style sheets that were built from these sources, together with everything they import. */
export function filesOf(manifest: Manifest, keys: readonly string[]): { scripts: string[]; styles: string[] } {
  const found = new Set<string>();
  const visit = (key: string) => {
    if (found.has(key)) return;
    found.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  const chunks = [...found].flatMap((key) => manifest[key] ?? []);
  const scripts = chunks.map(({ file }) => file).filter((file) => file.endsWith('.js'));
  const styles = chunks.flatMap(({ css }) => css ?? []);
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] };
}
