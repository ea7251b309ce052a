import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string().default('not stated') });
const line = '='.repeat(80);

/** Returns the folders of the packages that these modules belong to. */
export function packageFolders(modules: readonly string[]): string[] {
  const folders = modules.flatMap((module) => {
    const found = /^(?:\0?)(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/u.exec(module)?.[1];
    return found === undefined ? [] : [found];
  });
  return [...new Set(folders)].toSorted();
}

async function licenseOf(folder: string): Promise<string> {
  const { name, version, license } = manifestSchema.parse(
    JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
  );
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/iu.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return [`${line}\n${name} ${version} (${license})\n${line}`, ...texts.map((text) => text.trim())].join('\n\n');
}

/** Returns the names, versions and license texts of these packages. The texts must be distributed with the packages. */
export async function describeLicenses(folders: readonly string[]): Promise<string> {
  const texts = await Promise.all(folders.map(licenseOf));
  return `Sandpiper Agent contains these third-party packages.\n\n${texts.join('\n\n')}\n`;
}
