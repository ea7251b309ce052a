import { agentProtocol } from '@sandpiper/contract/agent';
import type { AgentWindow } from '@sandpiper/contract/agent';
import type { PagePackReport } from '@sandpiper/contract/page-pack';
import type { App } from '../../platform/app-context.ts';
import { findAgentByToken } from '../../platform/access/access.store.ts';
import type { SignedInAgent } from '../../platform/access/person.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { listAskedPaths, recordPaths } from '../accounts/account-computers.service.ts';
import { returnRequests, takeRequests } from '../agent-requests/agent-requests.service.ts';
import { announcePresence } from '../agent-tokens/agent-tokens.service.ts';
import { findPagePack } from '../page-pack/page-pack.service.ts';
import { abandonClaims } from '../sending/sending-sweep.service.ts';
import { listAccountWork } from '../sending/claim.service.ts';
import { readTime, recordHeartbeat, recordOutdatedAgent, recordSignOff } from './agent.store.ts';

export { listOwnersOfNewlyOfflineAgents } from './agent.store.ts';

type Caller = Pick<SignedInAgent, 'user' | 'agent'>;
type Build = { version: string; platform: string; is_check: boolean };
type Sync = Build & {
  protocol: number;
  installation_id: string;
  address: string;
  process_id: string;
  previous_process_id: string | null;
  is_paused: boolean;
  windows: AgentWindow[];
  page_pack: PagePackReport | null;
  paths: { profile_id: number; path: string; is_mine: boolean; folder: string }[];
};

const outdated = "This agent version doesn't match the server. Install the agent from Settings.";
const runningTwice =
  'Another Sandpiper agent is running on this computer or with the same token. Stop one of them. If you just stopped one, wait a minute.';

/**
 * Rejects an agent whose protocol version differs from the server's. Unless the agent is only checking the connection, also records it as
 * outdated, so that the user sees which agent to update.
 */
export async function refuseOutdated(app: App, { user, agent }: Caller, build: Build): Promise<never> {
  if (!build.is_check && (await recordOutdatedAgent(app.db, user.id, agent.id, build)))
    await announcePresence(app, user.id);
  throw new AppError('agent_outdated', outdated);
}

/** Authenticates the agent that makes a call. See `authenticateAgent`. */
type Authenticate = <T extends SignedInAgent>(find: (tokenHash: Buffer) => Promise<T | undefined>) => Promise<T>;

/**
 * Handles an agent's heartbeat or connection check. For a heartbeat, returns the agent's work, and notifies the user's browsers if the
 * agent came online, or was paused or resumed.
 */
export async function syncAgent(app: App, authenticate: Authenticate, sync: Sync) {
  const { user, agent, server_time, ...todo } =
    sync.protocol !== agentProtocol || sync.is_check
      ? await check(app, authenticate, sync)
      : await meet(app, authenticate, sync);
  const pack = await findPagePack(app);
  return {
    user: { id: user.id, username: user.username },
    agent_name: agent.name,
    server_time,
    sandbox: app.config.sandbox,
    ...todo,
    ...(pack === null ? {} : { page_pack: { version: pack.version, signature: pack.signature } }),
  };
}

/** Handles a connection check. Also rejects outdated agents. */
async function check(app: App, authenticate: Authenticate, sync: Sync) {
  const caller = await authenticate((tokenHash) => findAgentByToken(app.db, tokenHash));
  if (sync.protocol !== agentProtocol) return refuseOutdated(app, caller, sync);
  return { ...caller, accounts: [], requests: [], asked_paths: [], server_time: await readTime(app.db) };
}

async function meet(app: App, authenticate: Authenticate, sync: Sync) {
  const state = {
    ...sync,
    windows: JSON.stringify(sync.windows),
    page_pack: sync.page_pack === null ? null : JSON.stringify(sync.page_pack),
  };
  const { user, agent, presence } = await authenticate((tokenHash) => recordHeartbeat(app.db, tokenHash, state));
  if (presence.is_running_twice) throw new AppError('agent_running_twice', runningTwice);
  if (!presence.was_online || presence.was_paused !== sync.is_paused) await announcePresence(app, user.id);
  const computer = { userId: user.id, installationId: sync.installation_id };
  await recordPaths(app, computer, sync.paths);
  const { has_requests, has_work, has_questions, time: server_time } = presence;
  const caller = { user, agent, server_time };
  if (user.deletion_due_at !== null) return { ...caller, requests: [], accounts: [], asked_paths: [] };
  // The paths in this heartbeat might have just assigned an account to this computer. `has_work` was read before that, so it can be
  // outdated.
  const hasAnswered = sync.paths.length > 0;
  return {
    ...caller,
    requests: has_requests ? await takeRequests(app, { ...computer, agentTokenId: agent.id }) : [],
    accounts: has_work || hasAnswered ? await listAccountWork(app.db, computer) : [],
    asked_paths: has_questions ? await listAskedPaths(app.db, computer) : [],
  };
}

export async function signAgentOff(app: App, { user, agent }: Caller): Promise<void> {
  await abandonClaims(app, user.id, agent.installationId);
  await returnRequests(app, { userId: user.id, agentTokenId: agent.id });
  await recordSignOff(app.db, user.id, agent.id);
  await announcePresence(app, user.id);
}
