import { fileURLToPath } from 'node:url';
import { startProgram } from '@sandpiper/testkit/program';
import { sandboxAt, type SandboxControl } from '@sandpiper/testkit/sandbox-control';

const entry = fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url));

/** A sandbox in its own process, with its control calls. */
export type Sandbox = SandboxControl & { close: () => Promise<void> };

/** Starts the sandbox in its own process. */
export async function startSandbox(): Promise<Sandbox> {
  const program = startProgram('sandbox', { args: [entry, '--port', '0'] });
  const [, url = ''] = await program.waitFor(/ready at (http:\/\/\S+)/u);
  return { ...sandboxAt(url), close: async () => void (await program.kill()) };
}
