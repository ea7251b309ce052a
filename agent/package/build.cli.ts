import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf, UserError } from '../src/platform/errors.ts';
import { readBuildConfig, type BuildConfig } from './config.ts';
import { offerDownloads, type Built, type Download } from './downloads.ts';
import { buildNpmPackage } from './npm-package.ts';
import { buildWindowsInstaller } from './windows-installer.ts';

const builders = { windows: buildWindowsInstaller, npm: buildNpmPackage };

/** Builds in a temporary folder that only this user can read, then copies the results to the output folder. */
async function build(config: BuildConfig): Promise<Download[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sandpiper-build-'));
  try {
    const built: Built[] = [];
    for (const kind of config.kinds) built.push(await builders[kind]({ ...config, folder }));
    return await offerDownloads(config.outputDir, built);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  const config = readBuildConfig();
  for (const { file_name, size_bytes } of await build(config)) {
    console.log(`${join(config.outputDir, file_name)}  ${(size_bytes / 2 ** 20).toFixed(1)} MB`);
  }
  if (config.server === null) console.log('Built without --server: users will have to enter the server address.');
  if (config.kinds.includes('windows') && config.signing === null) {
    console.log('Not signed: Windows will warn users about the installer. See docs/installer.md to sign it.');
  }
} catch (error) {
  console.error(error instanceof UserError ? error.message : `The build failed: ${messageOf(error)}`);
  process.exitCode = 1;
}
