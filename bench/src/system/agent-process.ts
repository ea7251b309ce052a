import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Client } from '@sandpiper/contract/client';
import { killProcessesIn } from '@sandpiper/testkit/folder-processes';
import { startProgram } from '@sandpiper/testkit/program';
import type { Program } from '@sandpiper/testkit/program';
import { readyUrl } from '@sandpiper/testkit/readiness';
import { sandboxAt } from '@sandpiper/testkit/sandbox-control';
import type { SandboxControl } from '@sandpiper/testkit/sandbox-control';
import { inherited } from '../config.ts';
import { inDataFolder, startServer } from './server-process.ts';

const recorder = fileURLToPath(new URL('call-recorder.ts', import.meta.url));
const fileOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const run = promisify(execFile);
/**
 * The Node option that the agent's script sets in its `#!` line. Here, Node runs the script directly, so the `#!` line has no
 * effect.
 */
const memoryOption = '--max-semi-space-size=2';

/** Builds the agent as users download it, and unpacks it. Returns the path to its script. */
async function buildAgent(folder: string): Promise<string> {
  await run(process.execPath, [fileOf('agent/package/build.cli.ts'), 'npm', '--output', folder]);
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await run('tar', ['-xzf', join(folder, archive), '-C', folder]);
  return join(folder, 'package', 'agent.mjs');
}

export type SendingAgent = {
  owner: Client;
  sandbox: SandboxControl;
  /** The folder for the accounts' Firefox profiles. */
  profilesDir: string;
  /** The file in which the server records its calls. */
  callsFile: string;
  /** Builds the agent and starts it with a new token. */
  start: () => Promise<Program>;
};

/** Runs `work` with the sandbox and a server on the embedded database. `work` itself starts the agent. Stops all programs afterward. */
export function withSendingAgent<T>(firefox: string, work: (parts: SendingAgent) => Promise<T>): Promise<T> {
  return inDataFolder(async (folder) => {
    const callsFile = join(folder, 'calls.jsonl');
    const profilesDir = join(folder, 'firefox');
    const env = { ...inherited, HOME: folder, TMPDIR: folder };
    const place = { dataDir: join(folder, 'server'), databaseUrl: null };
    const server = await startServer(place, { imports: [recorder], env: { RECORDING_FILE: callsFile } });
    const imitation = startProgram('sandbox', { args: [fileOf('sandbox/src/main.ts'), '--port', '0'], env });
    const programs = [imitation];
    const { owner } = server;
    try {
      const sandbox = sandboxAt(await readyUrl(imitation));
      const start = async (): Promise<Program> => {
        const script = await buildAgent(join(folder, 'download'));
        const { token } = await owner('POST /api/agent-tokens', { body: { name: 'Bench' } });
        const addresses = ['--server', server.url, '--instagram-url', sandbox.url, '--token', token];
        const folders = ['--data-dir', join(folder, 'agent'), '--profiles-dir', profilesDir];
        const args = [memoryOption, script, ...addresses, ...folders, '--firefox', firefox, '--headless'];
        const agent = startProgram('agent', { args, env });
        programs.push(agent);
        return agent;
      };
      return await work({ owner, sandbox, profilesDir, callsFile, start });
    } finally {
      for (const program of programs.toReversed()) await program.stop();
      await server.stop();
      await killProcessesIn(folder);
    }
  });
}
