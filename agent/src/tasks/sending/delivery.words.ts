import { hindranceReasons, type ClaimedDelivery } from '@sandpiper/contract/agent';
import { timeOfDay } from '../../platform/clock.ts';
import type { Gate, SendReport } from '../../sites/instagram/instagram.ts';
import { whoAndWhom, type AgentContext } from '../agent.context.ts';

function sentence(delivery: ClaimedDelivery, report: SendReport): string {
  const who = whoAndWhom(delivery);
  switch (report.outcome) {
    case 'sent':
      return `${who}: sent`;
    case 'not_found':
      return `${who}: not found`;
    case 'blocked':
      return `${delivery.profile_name} stopped: ${report.detail}`;
    case 'released':
      return hindranceReasons.has(report.reason)
        ? `${delivery.profile_name} waits. ${report.detail}`
        : `${who}: put back. ${report.detail}`;
    case 'failed':
      return `${who}: ${report.isRetryable ? 'will be tried again' : 'failed'}. ${report.detail}`;
    case 'unknown':
      return `${who}: not certain. ${report.detail}`;
  }
}

/** Why the account has to stop; null: it goes on. */
export function stopOf(report: SendReport): Gate | null {
  return report.outcome === 'blocked' ? report : (report.stops ?? null);
}

/** Says how it ended, at the terminal and for who asks for the status. */
export function tell(agent: AgentContext, delivery: ClaimedDelivery, ended: SendReport): void {
  const { state } = agent;
  const line = sentence(delivery, ended);
  const stop = stopOf(ended);
  // What is waited for is tried again and again; that is said once.
  const isRepeated = ended.outcome === 'released' && state.lastLines.get(delivery.profile_id) === line;
  if (!isRepeated) agent.terminal.say(line);
  if (stop !== null && ended.outcome !== 'blocked')
    agent.terminal.say(`${delivery.profile_name} stopped: ${stop.detail}`);
  state.lastLines.set(delivery.profile_id, line);
  state.lastOutcome = `${timeOfDay()}  ${line}`;
  state.counts[ended.outcome] += 1;
  if (stop === null) state.stopped.delete(delivery.profile_id);
  else state.stopped.set(delivery.profile_id, `${delivery.profile_name}: ${stop.detail}`);
}
