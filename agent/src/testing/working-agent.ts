import assert from 'node:assert/strict';
import type { RequestAccount } from '@sandpiper/contract/agent';
import { poll } from '../platform/clock.ts';
import { runAgent } from '../tasks/agent.run.ts';
import type { ProfileTasks } from '../tasks/requests/profile.tasks.ts';
import type { FakeAgent } from './fake-agent.ts';
import type { FakeServer } from './fake-server.state.ts';

/** A computer without browser profiles. */
const profiles: ProfileTasks = {
  list: () =>
    Promise.resolve({ profiles: [], profiles_dir: '/p', firefox_executable: null, detected: false, error: null }),
  create: () => Promise.resolve({}),
  remove: () => Promise.resolve({}),
  test: () => Promise.resolve({ valid: true, message: null, error: null }),
};

export async function until(isSo: () => boolean, what: string): Promise<void> {
  const answer = await poll(() => (isSo() ? true : null), { timeoutMs: 60_000, intervalMs: 20 });
  assert.ok(answer === true, what);
}

export function addAccounts(server: FakeServer, count: number): void {
  for (let id = 1; id <= count; id += 1) server.accounts.push({ id, name: `Account ${id}`, path: `/p/${id}` });
}

/** The same account as requests name it. */
export function requestAccount(id: number): RequestAccount {
  return { profile_id: id, profile_name: `Account ${id}`, profile_path: `/p/${id}`, insta_username: null };
}

export function startAgent(
  agent: FakeAgent,
  server: FakeServer,
  instagramUrl = 'http://127.0.0.1:1',
  patience: { patienceMs: number; closingMs?: number } = { patienceMs: 5000 },
): Promise<void> {
  return runAgent({ agent, instagramUrl, token: server.behaviour.token, profiles, ...patience });
}

/** Ends what a test began, in the order in which nothing is left waiting. */
export async function endAgent(agent: FakeAgent, server: FakeServer, running: Promise<void> | null): Promise<void> {
  agent.stop();
  await running;
  await server.close();
  await agent.journal.close();
  await agent.cleanUp();
}

/** Whether every delivery has come to its end. */
export function isFinished(server: FakeServer): boolean {
  return server.deliveries.every((each) => ['sent', 'failed', 'not_found'].includes(each.status));
}
