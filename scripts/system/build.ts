import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../bootstrap/install.mjs';
import { withLock } from '../bootstrap/lock.mjs';
import { capture } from './processes.ts';
import { Failure, pathWithTools, root } from '../bootstrap/project.mjs';

const sources = ['web', 'contract', 'package-lock.json', 'tsconfig.base.json'];
const leftOut = new Set(['node_modules', 'build', '.react-router', 'test-results']);
const output = join(root, 'web', 'build');
const stamp = join(output, '.sources');

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      if (leftOut.has(entry.name)) return [];
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path) : [path];
    });
}

/** Computes a digest of everything the web app is built from: the names and contents of all files except tests. */
function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(root, source);
    const files = source.includes('.') ? [path] : filesUnder(path);
    for (const file of files) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function isBuiltFrom(digest: string): boolean {
  return (
    existsSync(join(output, 'client', 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest
  );
}

/** Builds the web app, unless it has already been built from the same sources. */
export async function ensureBuilt(): Promise<void> {
  if (isBuiltFrom(digestOfSources())) return;
  await withLock('build', async () => {
    const digest = digestOfSources();
    if (isBuiltFrom(digest)) return;
    await ensureInstalled();
    console.log('Building the web app…');
    rmSync(output, { recursive: true, force: true });
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      PATH: pathWithTools('web'),
      NODE_ENV: 'production',
      NO_COLOR: '1',
    };
    delete env['FORCE_COLOR'];
    const result = await capture('npm', ['run', 'build', '--workspace', 'web'], {
      env,
      shell: process.platform === 'win32',
    });
    if (result.code !== 0) throw new Failure(`${result.output.trimEnd()}\nCouldn't build the web app: see above.`);
    writeFileSync(stamp, digest);
  });
}
