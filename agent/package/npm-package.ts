import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentVersion } from '../src/version.ts';
import { bundleAgent } from './bundle.ts';
import { npmEnvironment } from './config.ts';
import type { Built } from './downloads.ts';
import { run } from './programs.ts';

const oldestNode = '22.13';

/**
 * The program that users run. If Node is too old for the agent, which npm only warns about, the program says so and exits with the agent's
 * code for problems that the user has to fix.
 */
const starter = `#!/usr/bin/env -S node --max-semi-space-size=2
const [oldest, found] = ['${oldestNode}', process.versions.node].map((version) => version.split('.').map(Number));
if (found[0] > oldest[0] || (found[0] === oldest[0] && found[1] >= oldest[1])) import('./agent.mjs');
else {
  console.error('Sandpiper Agent needs Node ${oldestNode} or newer, but this is Node ' + process.versions.node + '. Install a newer one from https://nodejs.org and try again.');
  process.exitCode = process.argv.includes('--launchd') ? 0 : 1;
}
`;

const readme = `# Sandpiper Agent

Sends your Sandpiper messages from your computer, in your own Firefox. For Linux and macOS, with Node ${oldestNode} or newer.

    npm install --global ./sandpiper-agent-${agentVersion}.tgz
    sandpiper-agent pair      # connects this computer; add --server https://… if it tells you to choose a server
    sandpiper-agent           # runs until you stop it
    sandpiper-agent install   # starts it, now and whenever you sign in
    sandpiper-agent doctor    # checks for problems
    sandpiper-agent help      # shows all commands

To remove it: \`sandpiper-agent uninstall\`, then \`npm uninstall --global sandpiper-agent\`.
`;

const manifest = {
  name: 'sandpiper-agent',
  version: agentVersion,
  description: 'Sends your Sandpiper messages from your computer, in your own Firefox',
  license: 'UNLICENSED',
  type: 'module',
  bin: { 'sandpiper-agent': 'start.mjs' },
  engines: { node: `>=${oldestNode}` },
};

export type PackageBuild = { folder: string; server: string | null };

/** Writes the file with the server's address. The agent reads it if no option, environment variable or earlier pairing sets a server. */
export async function writeServer(folder: string, server: string | null): Promise<void> {
  if (server !== null) await writeFile(join(folder, 'sandpiper-agent.json'), `${JSON.stringify({ server })}\n`);
}

/** Builds the package for Linux and macOS. It contains all dependencies, so installing it downloads nothing. */
export async function buildNpmPackage({ folder, server }: PackageBuild): Promise<Built> {
  const content = join(folder, 'npm');
  await mkdir(content);
  const { licenses } = await bundleAgent(join(content, 'agent.mjs'));
  await writeFile(join(content, 'start.mjs'), starter, { mode: 0o755 });
  await writeFile(join(content, 'LICENSES.txt'), licenses);
  await writeFile(join(content, 'README.md'), readme);
  await writeFile(join(content, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeServer(content, server);
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: content, env: npmEnvironment() });
  const file = join(folder, `sandpiper-agent-${agentVersion}.tgz`);
  await rename(join(folder, `${manifest.name}-${manifest.version}.tgz`), file);
  return { kind: 'npm', file, version: agentVersion };
}
