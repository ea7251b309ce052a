import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, main, readJson, root } from './bootstrap/project.mjs';
import { productionPackages, type LicensedPackage } from './checks/licenses.ts';

const usage = `Usage: npm run licenses -- FILE

Writes to FILE the name, version, license and license text of every package that Sandpiper includes.`;

function textOf(path: string): string {
  const folder = join(root, path);
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
}

function describe({ path, name, version, license }: LicensedPackage): string {
  return [`${name} ${version}`, `License: ${license}`, textOf(path)].filter((part) => part !== '').join('\n\n');
}

await main((args) => {
  const [file] = args;
  if (file === undefined) throw new Failure(usage);
  // The lock file also lists packages for other systems, which aren't installed here.
  const packages = productionPackages(readJson('package-lock.json')).filter(({ path }) => existsSync(join(root, path)));
  const text = `${packages.map(describe).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Failure(`Couldn't write ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  console.log(`${file} lists ${packages.length} packages.`);
  return Promise.resolve();
}, usage);
