import { randomUUID } from 'node:crypto';
import { agentProtocol, type AgentWindow } from '@sandpiper/contract/agent';
import { clientOf, type Person } from './people.ts';

/**
 * Pairs a simulated agent. The agent sends requests only when told to, and reports having every Firefox profile that the server asks about.
 */
export async function pairComputer(url: string, person: Person, name: string) {
  const { token } = await person.call('POST /api/agent-tokens', { body: { name } });
  const call = clientOf(url, token);
  const run = { installation_id: randomUUID(), process_id: randomUUID() };
  const state = { protocol: agentProtocol, version: '0.1.0', platform: 'linux', ...run };
  async function sync(windows: AgentWindow[] = []) {
    const answer = await call('POST /api/agent/sync', { body: { ...state, windows } });
    if (answer.asked_paths.length === 0) return answer;
    const paths = answer.asked_paths.map((asked) => ({ ...asked, is_mine: true, folder: asked.path }));
    const owned = await call('POST /api/agent/sync', { body: { ...state, windows, paths } });
    return { ...owned, requests: [...answer.requests, ...owned.requests] };
  }
  return { call, sync };
}
