import type { CallOutput } from '@sandpiper/contract/client';
import { dayAndTime, timeOfDay } from '../platform/clock.ts';
import type { AccountWindow } from '../browser/window.registry.ts';
import type { AgentContext, AgentState } from '../tasks/agent.context.ts';
import { agentVersion } from '../version.ts';

function stateText({ isPaused, isConnected }: AgentState): string {
  if (isPaused) return 'paused (run "sandpiper-agent resume" to continue)';
  return isConnected ? 'working' : 'waiting for the server';
}

function connectionText({ isConnected, isRunningTwice, username }: AgentState): string {
  if (isConnected) return `connected, working for ${username ?? ''}`;
  return isRunningTwice ? 'another agent with a copy of this data folder is connected' : "can't be reached right now";
}

function windowText(window: AccountWindow): string {
  const use = window.isBusy ? 'busy' : window.isForUser ? 'open for you' : 'idle';
  return `${window.profileName} (${window.isWaitingForUser ? 'needs you' : use})`;
}

function countsText({ counts }: AgentState): string {
  const parts = [
    [counts.sent, 'sent'],
    [counts.not_found, 'not found'],
    [counts.failed, 'not sent'],
    [counts.skipped, 'skipped'],
    [counts.unknown, 'not known'],
  ] as const;
  const texts = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return texts.length === 0 ? 'nothing yet' : texts.join(', ');
}

/** Returns null if the agent understood all of Instagram's answers. The line would then add nothing. */
function answersText({ answers }: AgentState): string | null {
  const all = answers.sent + answers.refused + answers.unclear;
  return answers.unclear === 0 ? null : `the agent didn't understand ${answers.unclear} of Instagram's ${all} answers`;
}

function nextText({ nextDueAt, isPaused }: AgentState): string | null {
  return nextDueAt === null || isPaused || nextDueAt < Date.now() ? null : timeOfDay(new Date(nextDueAt));
}

type Campaigns = CallOutput<'GET /api/agent/why'>['campaigns'];

function campaignText({ name, text, action, until }: Campaigns[number]): string {
  const end = until === null ? null : `This is expected to last until ${dayAndTime(new Date(until))}.`;
  return [`${name}:`, text, action, end].filter((part) => part !== null).join(' ');
}

const answerMs = 3000;

/** Returns the status with what the server says about the user's campaigns. Omits the campaigns if the server doesn't answer. */
export async function statusAnswer(agent: Pick<AgentContext, 'api' | 'server' | 'state' | 'windows'>): Promise<string> {
  try {
    const { campaigns } = await agent.api('GET /api/agent/why', undefined, { timeoutMs: answerMs });
    return statusText(agent, campaigns);
  } catch {
    // The "Server" line already says whether the server can be reached.
    return statusText(agent);
  }
}

export function statusText(
  agent: Pick<AgentContext, 'server' | 'state' | 'windows'>,
  campaigns: Campaigns = [],
): string {
  const { state } = agent;
  const windows = agent.windows.list().map(windowText).join(', ');
  const lines: [label: string, text: string | null][] = [
    ['Agent', `version ${agentVersion}, ${stateText(state)}`],
    ['Server', `${agent.server}, ${connectionText(state)}`],
    ['Windows', windows === '' ? 'none open' : windows],
    ['So far', countsText(state)],
    ['Answers', answersText(state)],
    ...[...state.stopped.values()].map((text): [string, string] => ['Stopped', text]),
    ...[...state.refusedReports.values()].map((text): [string, string] => ['Problem', text]),
    ...campaigns.map((campaign): [string, string] => ['Campaign', campaignText(campaign)]),
    ['Next', nextText(state)],
    ['Last', state.lastOutcome],
  ];
  return lines.flatMap(([label, text]) => (text === null ? [] : [`${`${label}:`.padEnd(10)}${text}`])).join('\n');
}
