import { isDeepStrictEqual } from 'node:util';
import { readJson } from '../project.mjs';

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

function problemsOfEntry([path, entry]) {
  if (!path.includes('node_modules/') || entry.link === true) return [];
  const problems = [];
  if (entry.resolved !== undefined) problems.push(`${path}: names where it was fetched from (${entry.resolved})`);
  if (entry.integrity === undefined && entry.inBundle !== true) problems.push(`${path}: has no integrity`);
  return problems;
}

function problemsOfManifest(folder, manifest, entry) {
  const name = folder === '' ? 'package.json' : `${folder}/package.json`;
  if (entry === undefined) return [`${name}: package-lock.json does not know it`];
  const differing = kinds.filter((kind) => !isDeepStrictEqual(manifest[kind] ?? {}, entry[kind] ?? {}));
  const inexact = kinds
    .slice(0, 3)
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .filter(([, version]) => !exactVersion.test(version));
  return [
    ...differing.map((kind) => `${name}: its ${kind} differ from package-lock.json's`),
    ...inexact.map(([dependency, version]) => `${name}: ${dependency} is not one exact version (${version})`),
  ];
}

/** What is wrong with a lock file, given the manifests by folder. */
export function problemsOfLockFile(lock, manifests) {
  return [
    ...Object.entries(lock.packages).flatMap(problemsOfEntry),
    ...Object.entries(manifests).flatMap(([folder, manifest]) =>
      problemsOfManifest(folder, manifest, lock.packages[folder]),
    ),
  ];
}

export function checkLockFile() {
  const manifests = { '': readJson('package.json') };
  for (const folder of manifests[''].workspaces) manifests[folder] = readJson(folder, 'package.json');
  const problems = problemsOfLockFile(readJson('package-lock.json'), manifests);
  return { passed: problems.length === 0, output: problems.join('\n') };
}
