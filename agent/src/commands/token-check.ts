import { agentProtocol } from '@sandpiper/contract/agent';
import { readIdentity } from '../platform/agent-identity.ts';
import { createApi } from '../platform/api-client.ts';
import type { Config } from '../platform/config.ts';
import type { SyncAnswer } from '../tasks/sync.ts';
import { agentVersion } from '../version.ts';

/** Checks whether the server accepts the token, and returns its answer. This doesn't count as a run of the agent. */
export async function tryToken({ dataDir }: Config, server: string, token: string): Promise<SyncAnswer> {
  const identity = await readIdentity(dataDir);
  const about = { protocol: agentProtocol, version: agentVersion, platform: process.platform, is_check: true };
  return createApi(server, token)('POST /api/agent/sync', { body: { ...identity, ...about } });
}
