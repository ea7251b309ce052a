import { setTimeout as sleep } from 'node:timers/promises';
import { agentProtocol } from '@sandpiper/contract/agent';
import { clientOf, type Person } from './people.ts';

const folder = '/home/me/.mozilla/firefox';
const list = {
  profiles: ['shorebird', 'tideline', 'sanderling', 'spare'].map((name) => ({
    name,
    directory_name: `ab12cd34.${name}`,
    path: `${folder}/${name}`,
    size_mb: 12.5,
    is_default: false,
  })),
  profiles_dir: folder,
  firefox_executable: '/usr/bin/firefox',
  detected: true,
  error: null,
};

/** An agent that only says which Firefox profiles there are, so that the screens that ask have something to show. */
export async function startAnsweringAgent(url: string, person: Person): Promise<{ stop: () => Promise<void> }> {
  const { token } = await person.call('POST /api/agent-tokens', { body: { name: 'Laptop' } });
  const call = clientOf(url, token);
  const stopping = new AbortController();
  async function answer(): Promise<void> {
    await call('POST /api/agent/hello', { body: { protocol: agentProtocol, version: '0.1.0', platform: 'linux' } });
    const { request } = await call('POST /api/agent/requests/claim');
    if (request?.request_type !== 'profiles_list') return;
    const body = { fence: request.fence, status: 'completed', results: list } as const;
    await call('POST /api/agent/requests/:id/result', { params: { id: request.id }, body });
  }
  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      await answer();
      await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const working = work();
  return {
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}
