import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { installerFileSchema, type installerKinds } from '@sandpiper/contract/installer';
import { unlessMissing } from '../src/platform/errors.ts';
import { digestOf } from './digest.ts';

export type Built = { kind: (typeof installerKinds)[number]; file: string; version: string };

export const manifestSchema = z.object({ files: z.array(installerFileSchema) });
export type Download = z.infer<typeof installerFileSchema>;

async function describe({ kind, file, version }: Built): Promise<Download> {
  return {
    kind,
    file_name: basename(file),
    version,
    size_bytes: (await stat(file)).size,
    sha256: await digestOf(file),
  };
}

async function readManifest(file: string): Promise<Download[]> {
  const text = await unlessMissing(readFile(file, 'utf8'), '');
  return text === '' ? [] : manifestSchema.parse(JSON.parse(text)).files;
}

/**
 * Copies the built files into the folder that the server offers downloads from, and deletes older files of the same kind. Replaces
 * each file in one step, so that the server never reads an incomplete file.
 */
export async function offerDownloads(folder: string, built: readonly Built[]): Promise<Download[]> {
  const manifest = join(folder, 'manifest.json');
  await mkdir(folder, { recursive: true });
  const before = await readManifest(manifest);
  const made = await Promise.all(built.map(describe));
  for (const { file } of built) {
    const place = join(folder, basename(file));
    await copyFile(file, `${place}.new`);
    await rename(`${place}.new`, place);
  }
  const files = [...before.filter(({ kind }) => !made.some((each) => each.kind === kind)), ...made];
  await writeFile(`${manifest}.new`, `${JSON.stringify({ files }, null, 2)}\n`);
  await rename(`${manifest}.new`, manifest);
  const gone = before.filter(({ file_name }) => !files.some((each) => each.file_name === file_name));
  for (const { file_name } of gone) await rm(join(folder, file_name), { force: true });
  return made;
}
