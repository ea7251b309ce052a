import { timeOfDay } from '../platform/clock.ts';
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

/** Only shown when something is wrong with them, because the page alone is enough. */
function answersText({ answers }: AgentState): string | null {
  const read = answers.sent + answers.refused;
  return answers.unclear === 0 ? null : `${read} of Instagram's answers read, ${answers.unclear} in an unknown form`;
}

function nextText({ nextDueAt, isPaused }: AgentState): string | null {
  return nextDueAt === null || isPaused || nextDueAt < Date.now() ? null : timeOfDay(new Date(nextDueAt));
}

/** What `sandpiper-agent status` prints. */
export function statusText(agent: Pick<AgentContext, 'server' | 'state' | 'windows'>): string {
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
    ['Next', nextText(state)],
    ['Last', state.lastOutcome],
  ];
  return lines.flatMap(([label, text]) => (text === null ? [] : [`${`${label}:`.padEnd(10)}${text}`])).join('\n');
}
