import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withLock } from '../bootstrap/lock.mjs';
import { root } from '../bootstrap/project.mjs';

/** A part of the project that is built from sources. */
export type BuiltPart = {
  /** The part's name, shown in the terminal. */
  name: string;
  /** The files and folders that the part is built from. */
  sources: readonly string[];
  /** A setting that becomes part of the build. If it's undefined, a build with any setting is kept. */
  setting?: string | undefined;
  /** The folder for the build. It contains nothing else. */
  folder: string;
  /** A file that every complete build contains. */
  file: string;
  /** Runs before the previous build is deleted. If this fails, the previous build is kept. */
  prepare: () => Promise<void>;
  build: () => Promise<void>;
};

const leftOut = new Set(['node_modules', 'build', '.react-router', 'test-results']);

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      if (leftOut.has(entry.name)) return [];
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path) : [path];
    });
}

/** Computes a digest of everything the part is built from: the names and contents of all files except tests. */
function digestOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const files = basename(source).includes('.') ? [source] : filesUnder(source);
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

/** Builds the part, unless it has already been built from the same sources with the same setting. */
export async function ensurePartIsBuilt(part: BuiltPart): Promise<void> {
  const { name, sources, setting, folder, file, prepare, build } = part;
  const stamp = join(folder, '.sources');
  const isBuiltFrom = (digest: string) => {
    if (!existsSync(file) || !existsSync(stamp)) return false;
    const [built, builtSetting = ''] = readFileSync(stamp, 'utf8').split('\n');
    return built === digest && (setting === undefined || setting === builtSetting);
  };
  if (isBuiltFrom(digestOf(sources))) return;
  await withLock('build', async () => {
    const digest = digestOf(sources);
    if (isBuiltFrom(digest)) return;
    await prepare();
    console.log(`Building ${name}…`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await build();
    writeFileSync(stamp, `${digest}\n${setting ?? ''}`);
  });
}
