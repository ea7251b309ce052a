import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentVersion } from '../src/version.ts';
import { bundleAgent } from './bundle.ts';
import { installerSources, type Signing } from './config.ts';
import type { Built } from './downloads.ts';
import { writeServer } from './npm-package.ts';
import { run } from './programs.ts';
import { signCommand, signWith } from './signing.ts';
import { windowsNode } from './windows-runtime.ts';

export type InstallerBuild = {
  folder: string;
  cacheDir: string;
  server: string | null;
  isQuick: boolean;
  signing: Signing;
  version?: string;
};

type Script = { name: string; output: string; stage: string; version: string; defines?: readonly string[] };

async function compile({ name, output, stage, version, defines = [] }: Script): Promise<void> {
  const given = [`VERSION=${version}`, `STAGE=${stage}`, `SOURCE=${installerSources}`, `OUTPUT=${output}`, ...defines];
  const words = given.map((define) => `-D${define}`);
  await run('makensis', ['-V2', '-WX', '-INPUTCHARSET', 'UTF8', ...words, join(installerSources, name)], {
    ifMissing:
      'Building the Windows installer needs makensis. Install NSIS (Debian: apt-get install nsis) and try again.',
  });
}

/** cmd.exe needs CRLF line breaks. */
async function copyCommandFile(name: string, stage: string): Promise<void> {
  const text = await readFile(join(installerSources, name), 'utf8');
  await writeFile(join(stage, name), text.replace(/\r?\n/gu, '\r\n'));
}

async function fillStage(stage: string, build: InstallerBuild): Promise<void> {
  const runtime = await windowsNode(build.cacheDir);
  const { licenses } = await bundleAgent(join(stage, 'agent.mjs'));
  await copyFile(runtime.file, join(stage, 'node.exe'));
  await copyCommandFile('sandpiper-agent.cmd', stage);
  await copyCommandFile('console.cmd', stage);
  await writeFile(join(stage, 'LICENSES.txt'), `${licenses}\nNode.js (node.exe)\n\n${runtime.license}`);
  await writeServer(stage, build.server);
}

/** Builds the Windows installer. It contains node.exe, the agent as one file, and a launcher that works without a window. */
export async function buildWindowsInstaller(build: InstallerBuild): Promise<Built> {
  const { folder, isQuick, server, version = agentVersion } = build;
  const stage = join(folder, 'windows');
  const file = join(folder, `sandpiper-agent-setup-${version}.exe`);
  await mkdir(stage);
  await fillStage(stage, build);
  const sign = await signCommand(build.signing, folder);
  const launcher = join(stage, 'Sandpiper Agent.exe');
  await compile({ name: 'launcher.nsi', output: launcher, stage, version });
  await signWith(sign, launcher);
  const defines = [
    ...(isQuick ? ['QUICK'] : []),
    ...(server === null ? [] : ['HAS_SERVER']),
    ...(sign === null ? [] : [`SIGN=${sign}`]),
  ];
  await compile({ name: 'setup.nsi', output: file, stage, version, defines });
  await signWith(sign, file);
  return { kind: 'windows', file, version };
}
