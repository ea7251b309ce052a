import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readJson } from '../bootstrap/project.mjs';
import { readManifest, type Manifest } from '../system/manifests.ts';
import type { Outcome } from './tools.ts';

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;
const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

const versions = z.record(z.string(), z.string()).optional();

const lockEntry = z.object({
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  inBundle: z.boolean().optional(),
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
  peerDependencies: versions,
});
const lockFile = z.object({ packages: z.record(z.string(), lockEntry) });

type LockEntry = z.infer<typeof lockEntry>;
type LockFile = z.infer<typeof lockFile>;
type DeclaredVersions = Partial<Pick<Manifest, (typeof kinds)[number]>>;

function problemsOfEntry([path, entry]: [string, LockEntry]): string[] {
  if (!path.includes('node_modules/') || entry.link === true) return [];
  const problems: string[] = [];
  if (entry.resolved !== undefined)
    problems.push(`${path}: contains the address it was downloaded from (${entry.resolved})`);
  if (entry.integrity === undefined && entry.inBundle !== true) problems.push(`${path}: has no integrity hash`);
  return problems;
}

function problemsOfManifest(folder: string, manifest: DeclaredVersions, entry: LockEntry | undefined): string[] {
  const name = folder === '' ? 'package.json' : `${folder}/package.json`;
  if (entry === undefined) return [`${name}: missing in package-lock.json`];
  const differing = kinds.filter((kind) => !isDeepStrictEqual(manifest[kind] ?? {}, entry[kind] ?? {}));
  const inexact = kinds
    .slice(0, 3)
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .filter(([, version]) => !exactVersion.test(version));
  return [
    ...differing.map((kind) => `${name}: the ${kind} differ from package-lock.json`),
    ...inexact.map(([dependency, version]) => `${name}: the version of ${dependency} is not exact (${version})`),
  ];
}

/** Returns what is wrong with a lock file and with package.json files. `manifests` contains the package.json files by folder. */
export function problemsOfLockFile(lock: LockFile, manifests: Record<string, DeclaredVersions>): string[] {
  return [
    ...Object.entries(lock.packages).flatMap(problemsOfEntry),
    ...Object.entries(manifests).flatMap(([folder, manifest]) =>
      problemsOfManifest(folder, manifest, lock.packages[folder]),
    ),
  ];
}

export function checkLockFile(): Outcome {
  const own = readManifest();
  const manifests: Record<string, Manifest> = { '': own };
  for (const folder of own.workspaces) manifests[folder] = readManifest(folder);
  const problems = problemsOfLockFile(lockFile.parse(readJson('package-lock.json')), manifests);
  return { passed: problems.length === 0, output: problems.join('\n') };
}
