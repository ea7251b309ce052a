import { agentProtocol } from '@sandpiper/contract/agent';
import type { CallOutput } from '@sandpiper/contract/client';
import { unlistedText } from '../browser/profile.list.ts';
import { isLoopback } from '../platform/address.ts';
import { unreachableText, ApiError, firstContactFailure, permanentFailure } from '../platform/api-client.ts';
import { messageOf, UserError } from '../platform/errors.ts';
import { storableText } from '../platform/storable-text.ts';
import { agentVersion } from '../version.ts';
import type { AgentContext } from './agent.context.ts';

export type SyncAnswer = CallOutput<'POST /api/agent/sync'>;
type AskedPath = SyncAnswer['asked_paths'][number];
type PathAnswer = { profile_id: number; path: string; is_mine: boolean; folder: string };

/**
 * Throws if a server in sandbox mode is used with a site on another computer, such as the real Instagram, because sandbox mode speeds up
 * sending a hundredfold.
 */
export function refuseRealSite(isSandbox: boolean, instagramUrl: string): void {
  if (!isSandbox || isLoopback(instagramUrl)) return;
  throw new UserError(
    `This server runs in sandbox mode, so the agent must not use ${instagramUrl}. Start the agent with --instagram-url and the address of the imitation Instagram.`,
  );
}

function isTwice(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'agent_running_twice';
}

function applyAnswer(agent: AgentContext, { user, agent_name, server_time, sandbox }: SyncAnswer): void {
  const { state } = agent;
  const wasConnected = state.isConnected;
  state.clockOffsetMs = Date.parse(server_time) - Date.now();
  Object.assign(state, { username: user.username, isSandbox: sandbox, isConnected: true, isRunningTwice: false });
  if (!wasConnected)
    agent.terminal.say(`Connected to ${agent.server} as "${agent_name}", working for ${user.username}`);
}

function showDisconnected(agent: AgentContext, error: unknown): void {
  const { state, terminal } = agent;
  const isFirst = state.username === null;
  if (isTwice(error)) {
    if (!state.isRunningTwice) {
      terminal.say(
        'Another agent with a copy of this data folder is connected to the server. Stop one of the two, or start this one with another --data-dir. This agent sends nothing and keeps trying.',
      );
    }
  } else if (state.isConnected || isFirst) {
    terminal.say(`${unreachableText(agent.server, error)} The agent keeps trying. Nothing is lost.`);
  }
  Object.assign(state, { isConnected: false, isRunningTwice: isTwice(error), username: state.username ?? '' });
}

/** Creates the function that syncs with the server. A sync also tells the server that this agent is running. */
export function createSync(agent: AgentContext, instagramUrl: string) {
  let answers: PathAnswer[] = [];
  let answered = '[]';
  let lastProblem: string | null = null;

  const showProblem = (problem: string): void => {
    if (problem !== lastProblem) agent.terminal.say(unlistedText(problem));
    lastProblem = problem;
  };
  /** Leaves out the paths for which the agent can't tell whether there is a Firefox profile, for example because a file can't be read. */
  const answersTo = async (asked: readonly AskedPath[]): Promise<PathAnswer[]> => {
    if (asked.length === 0) return [];
    const found = await agent.findProfiles(asked.map(({ path }) => path));
    const problem = found.find((profile) => 'problem' in profile)?.problem;
    if (problem !== undefined) showProblem(problem);
    return asked.flatMap(({ profile_id, path }, index) => {
      const profile = found[index];
      if (profile === undefined || 'problem' in profile) return [];
      return [{ profile_id, path, is_mine: profile.isMine, folder: storableText(profile.folder, 2000) }];
    });
  };
  const answerPaths = async (asked: readonly AskedPath[]): Promise<boolean> => {
    answers = await answersTo(asked.slice(0, 1000));
    const isNew = answers.length > 0 && JSON.stringify(answers) !== answered;
    if (isNew) answered = JSON.stringify(answers);
    return isNew;
  };
  const call = (): Promise<SyncAnswer> =>
    agent.api('POST /api/agent/sync', {
      body: {
        ...agent.identity,
        protocol: agentProtocol,
        version: agentVersion,
        platform: process.platform,
        is_paused: agent.state.isPaused,
        windows: agent.windows.list().map(({ profileId, campaignId, isForUser }) => ({
          profile_id: profileId,
          campaign_id: isForUser ? null : campaignId,
        })),
        paths: answers,
        page_pack: agent.pagePacks.report(),
      },
    });

  /** Syncs once. Throws a {@link UserError} if a retry can't help. Returns null after any other error, such as an unreachable server. */
  return async (): Promise<{ answer: SyncAnswer; hasNewPaths: boolean } | null> => {
    try {
      const answer = await call();
      refuseRealSite(answer.sandbox, instagramUrl);
      applyAnswer(agent, answer);
      return { answer, hasNewPaths: await answerPaths(answer.asked_paths) };
    } catch (error) {
      if (error instanceof UserError) throw error;
      const mayBeWrongAddress = !agent.isPaired && agent.state.username === null;
      const permanent = (mayBeWrongAddress ? firstContactFailure : permanentFailure)(error, agent.server);
      if (permanent !== null) throw permanent;
      agent.log.warn({ problem: messageOf(error) }, 'sync failed');
      showDisconnected(agent, error);
      return null;
    }
  };
}
