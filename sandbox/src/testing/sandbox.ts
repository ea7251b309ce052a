import { sandboxAt, type SandboxControl } from '@sandpiper/testkit/sandbox-control';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';

export type Sandbox = SandboxControl & { app: FastifyInstance; close: () => Promise<void> };

/** Starts the sandbox in the test's own process. */
export async function startSandbox(): Promise<Sandbox> {
  const app = buildApp();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { ...sandboxAt(url), app, close: () => app.close() };
}
