import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import { agentProtocol } from '@sandpiper/contract/agent';
import type { ClaimedRequest } from '@sandpiper/contract/agent';
import type { CallInput } from '@sandpiper/contract/client';
import type { TestAgent } from './builders.ts';
import type { TestServer } from './test-server.ts';

type SyncBody = CallInput<'POST /api/agent/sync'>['body'];

/** The process ID of each agent, by token. */
const processes = new Map<string, string>();

/** Returns the body of an agent's sync. An agent always gets the same process ID. */
export function syncBody(agent: { token: string; installationId: string }, more: Partial<SyncBody> = {}): SyncBody {
  const process_id = processes.get(agent.token) ?? randomUUID();
  processes.set(agent.token, process_id);
  return {
    protocol: agentProtocol,
    version: '1.2.3',
    platform: 'linux',
    installation_id: agent.installationId,
    process_id,
    ...more,
  };
}

/** Makes an agent pick up its only pending request. */
export async function takeRequest(server: TestServer, agent: TestAgent): Promise<ClaimedRequest> {
  const { requests } = await server.call(agent, 'POST /api/agent/sync', { body: syncBody(agent) });
  const [request] = requests;
  assert.ok(request !== undefined && requests.length === 1, `${requests.length} requests are waiting instead of one`);
  return request;
}

/** Makes an agent report that it has done a request. */
export async function completeRequest(
  server: TestServer,
  agent: { token: string },
  { id, fence }: { id: number; fence: number },
  results?: unknown,
): Promise<void> {
  await server.call(agent, 'POST /api/agent/requests/:id/result', {
    params: { id },
    body: { fence, status: 'completed', results },
  });
}
