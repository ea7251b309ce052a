import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import type { RequestAccount } from '@sandpiper/contract/agent';
import { pollUntil } from '@sandpiper/testkit/poll-until';
import { runAgent, type RunOptions } from '../tasks/agent.run.ts';
import type { ProfileTasks } from '../tasks/requests/profile.tasks.ts';
import { buildAgent, type FakeAgent } from './fake-agent.ts';
import type { FakeServer } from './fake-server.state.ts';
import { startFakeServer } from './fake-server.ts';

/** The profile tasks of a computer without Firefox profiles. */
export const noProfiles: ProfileTasks = {
  list: () =>
    Promise.resolve({ profiles: [], profiles_dir: '/p', firefox_executable: null, detected: false, error: null }),
  create: () => Promise.resolve({}),
  remove: () => Promise.reject(new Error('there is no profile')),
  test: () => Promise.resolve({ valid: true, message: null, error: null }),
};

/** Waits until a condition is met. Fails after a minute, with an error that contains `what`. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  assert.ok(await pollUntil(isSo, Boolean, { timeoutMs: 60_000, pollMs: 10 }), `Timed out waiting until ${what}`);
}

export function addAccounts(server: FakeServer, count: number): void {
  for (let id = 1; id <= count; id += 1) server.accounts.push({ id, name: `Account ${id}`, path: `/p/${id}` });
}

/** Returns an account from {@link addAccounts} as it appears in a request. */
export function requestAccount(id: number): RequestAccount {
  return { profile_id: id, profile_name: `Account ${id}`, profile_path: `/p/${id}`, insta_username: null };
}

export function startAgent(
  agent: FakeAgent,
  server: FakeServer,
  instagramUrl = 'http://127.0.0.1:1',
  options: Pick<RunOptions, 'graceMs' | 'closingMs' | 'openSocket'> = {},
): Promise<void> {
  return runAgent({
    agent,
    instagramUrl,
    token: server.behavior.token,
    profiles: noProfiles,
    graceMs: 5000,
    ...options,
  });
}

/** Stops everything that a test started, in an order that leaves nothing pending. */
export async function endAgent(agent: FakeAgent, server: FakeServer, running: Promise<void> | null): Promise<void> {
  agent.stop();
  await running;
  await server.close();
  await agent.journal.close();
  await agent.cleanUp();
}

/** Whether every delivery has been sent, has failed or was not found. */
export function isFinished(server: FakeServer): boolean {
  return server.deliveries.every((each) => ['sent', 'failed', 'not_found'].includes(each.state.status));
}

/** A fake server with accounts, and an agent that works for it. */
export type AgentHarness = {
  server: FakeServer;
  agent: FakeAgent;
  start: (instagramUrl?: string) => void;
  /** Resolves when the agent has stopped. Null if the agent wasn't started. A test that starts the agent itself must set this. */
  running: Promise<void> | null;
};

/** Gives each test in the calling `describe` block a new server and agent. Stops both after the test. */
export function useAgentHarness(accounts: number): AgentHarness {
  let harness: AgentHarness | null = null;
  const set = async (): Promise<void> => {
    const server = await startFakeServer();
    addAccounts(server, accounts);
    harness = { server, agent: await buildAgent(server), running: null, start };
  };
  const current = (): AgentHarness => {
    if (harness === null) throw new Error('The harness is only available during a test');
    return harness;
  };
  const start = (instagramUrl?: string): void => {
    const { agent, server } = current();
    current().running = startAgent(agent, server, instagramUrl);
  };
  beforeEach(set);
  afterEach(async () => {
    const { agent, server, running } = current();
    await endAgent(agent, server, running);
  });
  return {
    start,
    get server() {
      return current().server;
    },
    get agent() {
      return current().agent;
    },
    set agent(other) {
      current().agent = other;
    },
    get running() {
      return current().running;
    },
    set running(promise) {
      current().running = promise;
    },
  };
}
