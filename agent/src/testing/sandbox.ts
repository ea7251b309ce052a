import { fileURLToPath } from 'node:url';
import { startProgram } from '@sandpiper/testkit/program';
import { readyUrl } from '@sandpiper/testkit/readiness';
import { sandboxAt, type SandboxControl } from '@sandpiper/testkit/sandbox-control';

const entry = fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url));

/** A sandbox that runs in a separate process, with the functions that control it. */
export type Sandbox = SandboxControl & { close: () => Promise<void> };

export async function startSandbox(): Promise<Sandbox> {
  const program = startProgram('sandbox', { args: [entry, '--port', '0'] });
  return { ...sandboxAt(await readyUrl(program)), close: async () => void (await program.kill()) };
}
