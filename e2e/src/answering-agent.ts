import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentRequestType, AgentWindow, ClaimedRequest } from '@sandpiper/contract/agent';
import type { BrowserProfile } from '@sandpiper/contract/browser-profiles';
import { firefoxFolder } from './sample-data.ts';
import { clientOf, type Person } from '@sandpiper/testkit/people';
import { pairComputer } from '@sandpiper/testkit/protocol-agent';

type Result = { status: 'completed'; results?: unknown } | { status: 'failed'; error_message: string };
/** How the agent answers each type of request. A request stays in progress until its answer is ready. */
export type Answers = Partial<Record<AgentRequestType, (request: ClaimedRequest) => Result | Promise<Result>>>;

function profileOf(name: string): BrowserProfile {
  const path = `${firefoxFolder}/${name}`;
  return { name, directory_name: `ab12cd34.${name}`, path, size_mb: 12.5, is_default: false };
}

function usualAnswers(): Answers {
  let profiles = ['shorebird', 'tideline', 'sanderling', 'spare'].map(profileOf);
  return {
    profiles_list: () => {
      const found = { profiles, profiles_dir: firefoxFolder, firefox_executable: '/usr/bin/firefox' };
      return { status: 'completed', results: { ...found, detected: true, error: null } };
    },
    profiles_create: ({ profile_name }) => {
      profiles = [...profiles, profileOf(profile_name ?? '')];
      return { status: 'completed' };
    },
    profiles_delete: ({ profile_path }) => {
      profiles = profiles.filter(({ path }) => path !== profile_path);
      return { status: 'completed' };
    },
    profiles_test: () => ({ status: 'completed', results: { valid: true, message: null, error: null } }),
    unread_check: ({ accounts }) => {
      const results = accounts.map(({ profile_name, profile_path }, index) => {
        return { profile_name, profile_path, unread_count: index + 2, exact: true, error: null };
      });
      const total_unread = results.reduce((sum, { unread_count }) => sum + unread_count, 0);
      return { status: 'completed', results: { profiles_checked: results.length, total_unread, results } };
    },
  };
}

/** Starts an agent that answers requests without a browser, so that the screens have something to show. */
export async function startAnsweringAgent(
  url: string,
  person: Person,
  ownAnswers: Answers = {},
): Promise<{ stop: () => Promise<void> }> {
  const { call, sync } = await pairComputer(person.call, 'Laptop', (token) => clientOf(url, token));
  const connected = Promise.withResolvers<undefined>();
  const answers = { ...usualAnswers(), ...ownAnswers };
  const stopping = new AbortController();
  const windows = new Map<number, AgentWindow>();

  const queue: ClaimedRequest[] = [];

  async function pull(): Promise<void> {
    queue.push(...(await sync([...windows.values()])).requests);
    connected.resolve(undefined);
  }
  async function answer(request: ClaimedRequest): Promise<void> {
    const result = (await answers[request.request_type]?.(request)) ?? { status: 'completed' };
    if (request.request_type === 'close_all') {
      Object.assign(result, { results: { closed: windows.size, still_open: [] } });
      windows.clear();
    }
    if (request.request_type === 'open' && result.status === 'completed') {
      // As with the real agent, the server learns about the window only at the next sync.
      for (const { profile_id } of request.accounts) windows.set(profile_id, { profile_id, campaign_id: null });
    }
    const body = { fence: request.fence, ...result };
    await call('POST /api/agent/requests/:id/result', { params: { id: request.id }, body });
  }
  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pull();
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await answer(next);
      await sleep(500, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const working = work();
  await Promise.race([connected.promise, working]);
  return {
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}
