import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { delivery } from '../control.schema.ts';
import type { Delivery, FaultsInput, ResetInput } from '../control.schema.ts';

export interface Sandbox {
  url: string;
  app: FastifyInstance;
  reset: (world: ResetInput) => Promise<void>;
  faults: (change: FaultsInput) => Promise<void>;
  deliveries: () => Promise<Delivery[]>;
  state: () => Promise<unknown>;
  close: () => Promise<void>;
}

export async function startSandbox(): Promise<Sandbox> {
  const app = buildApp();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const send = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, await response.text());
  };
  return {
    url,
    app,
    reset: (world) => send('/__sandbox/reset', world),
    faults: (change) => send('/__sandbox/faults', change),
    deliveries: async () => delivery.array().parse(await (await fetch(`${url}/__sandbox/deliveries`)).json()),
    state: async (): Promise<unknown> => (await fetch(`${url}/__sandbox/state`)).json(),
    close: () => app.close(),
  };
}
