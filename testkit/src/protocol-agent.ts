import { randomUUID } from 'node:crypto';
import { agentProtocol, type AgentWindow } from '@sandpiper/contract/agent';
import type { Client } from '@sandpiper/contract/client';

type Options = {
  installationId?: string;
  processId?: string;
  /** Whether the agent's computer has the Firefox profile at this path. By default, it has every profile. */
  hasProfile?: (path: string) => boolean;
};

/**
 * Creates a simulated agent from its API client. The agent sends requests only when `call` or `sync` is called. `sync` also answers the
 * server's questions about Firefox profiles.
 */
export function createProtocolAgent(call: Client, options: Options = {}) {
  const { installationId = randomUUID(), processId = randomUUID(), hasProfile = () => true } = options;
  const run = { installation_id: installationId, process_id: processId };
  const state = { protocol: agentProtocol, version: '0.1.0', platform: 'linux' as const, ...run };
  async function sync(windows: AgentWindow[] = []) {
    const answer = await call('POST /api/agent/sync', { body: { ...state, windows } });
    if (answer.asked_paths.length === 0) return answer;
    const paths = answer.asked_paths.map((asked) => ({
      ...asked,
      is_mine: hasProfile(asked.path),
      folder: asked.path,
    }));
    const owned = await call('POST /api/agent/sync', { body: { ...state, windows, paths } });
    return { ...owned, requests: [...answer.requests, ...owned.requests] };
  }
  return { call, sync };
}

/** Creates a simulated agent with a new token of the user. `connect` creates the API client for this token. */
export async function pairComputer(owner: Client, name: string, connect: (token: string) => Client) {
  const { token } = await owner('POST /api/agent-tokens', { body: { name } });
  return { token, ...createProtocolAgent(connect(token)) };
}
