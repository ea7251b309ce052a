import { agentProtocol } from '@sandpiper/contract/agent';
import type { AgentWindow } from '@sandpiper/contract/agent';
import type { App } from '../../platform/app-context.ts';
import type { SignedInAgent } from '../../platform/access/person.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { countWaiting, returnRequests, settleStaleRequests } from '../agent-requests/agent-requests.service.ts';
import { announcePresence } from '../agent-tokens/agent-tokens.service.ts';
import { abandonClaims } from '../sending/settle.service.ts';
import { listWork } from '../sending/work.service.ts';
import {
  findCredentials,
  listFallenSilent,
  noteOutdated,
  noteSignOff,
  noteSignOfLife,
  readTime,
} from './agent.store.ts';

type Hello = {
  protocol: number;
  version: string;
  platform: string;
  is_paused: boolean;
  windows: AgentWindow[];
  is_check: boolean;
};

async function noteHello(
  app: App,
  { user, agent }: Pick<SignedInAgent, 'user' | 'agent'>,
  hello: Hello,
): Promise<void> {
  const before = await noteSignOfLife(app.db, user.id, agent.id, {
    version: hello.version,
    platform: hello.platform,
    is_paused: hello.is_paused,
    windows: JSON.stringify(hello.windows),
  });
  if (!before.was_online || before.was_paused !== hello.is_paused) await announcePresence(app, user.id);
}

/** The agent's handshake and sign of life. The user's browsers hear of it when something changed. */
export async function greetAgent(app: App, { user, agent }: SignedInAgent, hello: Hello) {
  if (hello.protocol !== agentProtocol) {
    if (!hello.is_check && (await noteOutdated(app.db, user.id, agent.id, hello))) await announcePresence(app, user.id);
    throw new AppError('agent_outdated', 'This agent does not fit this server. Install the current one from Settings.');
  }
  if (!hello.is_check) await noteHello(app, { user, agent }, hello);
  return {
    user: { id: user.id, username: user.username },
    agent_name: agent.name,
    server_time: await readTime(app.db),
    sandbox: app.config.sandbox,
  };
}

export async function workOf(app: App, userId: number) {
  await settleStaleRequests(app, userId);
  return {
    accounts: await listWork(app, userId),
    requests_waiting: await countWaiting(app, userId),
    server_time: await readTime(app.db),
  };
}

/** What the user stored for Instagram's own sign-in form, for the same user's agent alone. */
export async function credentialsOf(app: App, userId: number, profileId: number) {
  const row = await findCredentials(app.db, userId, profileId);
  if (row === undefined) throw notFound('Account');
  const sealed = row.insta_password_sealed;
  return {
    insta_username: row.insta_username,
    insta_password: sealed === null ? null : app.secrets.open(sealed, `profiles of ${userId}`),
  };
}

export async function signAgentOff(app: App, { user, agent }: SignedInAgent): Promise<void> {
  await abandonClaims(app, user.id, agent.id);
  await returnRequests(app, { userId: user.id, agentTokenId: agent.id });
  await noteSignOff(app.db, user.id, agent.id);
  await announcePresence(app, user.id);
}

/** Whose agents fell silent in the last seconds. */
export function listFallenSilentOwners(app: App, withinSeconds: number): Promise<number[]> {
  return listFallenSilent(app.db, withinSeconds);
}
