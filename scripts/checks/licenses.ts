import { z } from 'zod';
import { readJson } from '../bootstrap/project.mjs';
import type { Outcome } from './tools.ts';

/** The licenses allowed for packages that are shipped, by SPDX ID. Each value is the reason. */
export const allowedLicenses: ReadonlyMap<string, string> = new Map([
  ['MIT', 'permissive: keep the notice'],
  ['MIT-0', 'permissive: no conditions'],
  ['ISC', 'permissive: keep the notice'],
  ['0BSD', 'permissive: no conditions'],
  ['BSD-2-Clause', 'permissive: keep the notice'],
  ['BSD-3-Clause', 'permissive: keep the notice, no endorsement'],
  ['Apache-2.0', 'permissive: keep the notice, with a patent grant'],
  ['BlueOak-1.0.0', 'permissive: keep the notice, with a patent grant'],
  ['CC0-1.0', 'public domain'],
  ['Unlicense', 'public domain'],
  ['OFL-1.1', 'for fonts: may be shipped with software, not sold alone'],
]);

/** The licenses, by package name, of packages that state their license only in a separate file instead of in their package.json. */
export const unnamedLicenses: ReadonlyMap<string, string> = new Map([['xmlhttprequest-ssl', 'MIT']]);

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
    }),
  ),
});

export type LicensedPackage = { path: string; name: string; version: string; license: string };

/** Returns all packages in a lock file except development dependencies and the project's own folders. */
export function productionPackages(lock: unknown): LicensedPackage[] {
  return Object.entries(lockSchema.parse(lock).packages).flatMap(([path, { version = '', license, link, dev }]) => {
    if (!path.includes('node_modules/') || link === true || dev === true) return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ path, name, version, license: license ?? unnamedLicenses.get(name) ?? 'none' }];
  });
}

/** Checks whether a license is allowed. Understands the expressions `A`, `(A OR B)` and `A AND B`. */
export function isAllowed(license: string): boolean {
  const words = license.replace(/^\((.*)\)$/, '$1');
  if (words.includes(' OR ')) return words.split(' OR ').some(isAllowed);
  return words.split(' AND ').every((word) => allowedLicenses.has(word));
}

export function checkLicenses(): Outcome {
  const packages = productionPackages(readJson('package-lock.json'));
  const refused = packages.filter(({ license }) => !isAllowed(license));
  const lines = refused.map(({ path, version, license }) => `${path} ${version}: ${license}`);
  const advice = 'Choose another package, or add the license to scripts/checks/licenses.ts with a reason.';
  return { passed: packages.length > 0 && refused.length === 0, output: [...lines, advice].join('\n') };
}
