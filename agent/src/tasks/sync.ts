import { agentProtocol } from '@sandpiper/contract/agent';
import { absence, firstHopelessness, hopelessness } from '../platform/api-client.ts';
import { messageOf, UserError } from '../platform/errors.ts';
import { agentVersion } from '../version.ts';
import type { AgentContext } from './agent.context.ts';

function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/u.test(hostname);
}

/** A server in sandbox mode paces a hundred times too fast: its agents must never come near the real site. */
export function refuseRealSite(isSandbox: boolean, instagramUrl: string): void {
  if (!isSandbox || isLoopback(instagramUrl)) return;
  throw new UserError(
    `This server runs in sandbox mode, and ${instagramUrl} is not on this computer. Start the agent with --instagram-url and the address of the imitation.`,
  );
}

export { isLoopback };

function noteConnected(agent: AgentContext, user: string, agentName: string): void {
  if (agent.state.isConnected) return;
  agent.state.isConnected = true;
  agent.terminal.say(`Connected to ${agent.server} as "${agentName}", working for ${user}`);
}

/** Says that we are here. Answers false when the server could not be reached; throws what waiting does not help. */
export async function sayHello(agent: AgentContext, instagramUrl: string): Promise<boolean> {
  try {
    const answer = await agent.api('POST /api/agent/hello', {
      body: {
        protocol: agentProtocol,
        version: agentVersion,
        platform: process.platform,
        is_paused: agent.state.isPaused,
        windows: agent.windows
          .list()
          .map(({ profileId, campaignId }) => ({ profile_id: profileId, campaign_id: campaignId })),
      },
    });
    agent.state.clockOffsetMs = Date.parse(answer.server_time) - Date.now();
    agent.state.username = answer.user.username;
    refuseRealSite(answer.sandbox, instagramUrl);
    noteConnected(agent, answer.user.username, answer.agent_name);
    return true;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const isFirst = agent.state.username === null;
    const hopeless = (isFirst ? firstHopelessness : hopelessness)(error, agent.server);
    if (hopeless !== null) throw hopeless;
    agent.log.warn({ problem: messageOf(error) }, 'no hello');
    if (agent.state.isConnected || isFirst) {
      agent.terminal.say(`${absence(agent.server, error)} The agent keeps trying; nothing is lost.`);
    }
    agent.state.isConnected = false;
    agent.state.username ??= '';
    return false;
  }
}
