import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { reasonOf, reasonText } from '@sandpiper/contract/reasons';
import { dayAndTime, timeOfDay } from '../../platform/clock.ts';
import type { SendReport } from '../../sites/instagram/report.ts';
import { deliveryLabel, type AgentContext } from '../agent.context.ts';
import { stopOf } from '../reporting.ts';

function sentence(delivery: ClaimedDelivery, report: SendReport): string {
  const who = deliveryLabel(delivery);
  if (report.outcome === 'sent') return `${who}: sent`;
  const text = reasonText(report.reason, report.detail);
  switch (report.outcome) {
    case 'not_found':
      return `${who}: not found`;
    case 'failed':
      return `${who}: not sent. ${text}`;
    case 'skipped':
      return `${who}: skipped. ${text}`;
    case 'unknown':
      return `${who}: not known whether it was sent. ${text}`;
    case 'released':
      return reasonOf(report.reason).isAtPerson === true
        ? `${who}: not sent yet. ${text}`
        : `${delivery.profile_name} is waiting. ${text}`;
  }
}

/** Shows a delivery's result on the terminal, and in the agent's status. */
export function showResult(agent: AgentContext, delivery: ClaimedDelivery, ended: SendReport): void {
  const { state, terminal } = agent;
  const { profile_id: id, profile_name: name } = delivery;
  const stop = stopOf(ended);
  const stopped = stop === null ? null : `${name} stopped. ${reasonText(stop.reason, stop.detail)}`;
  const line = ended.outcome === 'released' && stopped !== null ? stopped : sentence(delivery, ended);
  // While an account has to wait, each of its claims would show the same line, so show that line only once.
  const isRepeated = ended.outcome === 'released' && state.lastLines.get(id) === line;
  if (!isRepeated) terminal.say(line);
  if (stopped !== null && stopped !== line) terminal.say(stopped);
  state.lastLines.set(id, line);
  state.lastOutcome = `${timeOfDay()}  ${line}`;
  state.counts[ended.outcome] += 1;
  if (ended.answer !== undefined) state.answers[ended.answer] += 1;
  if (stopped === null) state.stopped.delete(id);
  else state.stopped.set(id, stopped);
}

/** Tells the user that the message was sent earlier. The server doesn't know that, for example because it was restored from a backup. */
export function showEarlierSend(agent: AgentContext, delivery: ClaimedDelivery, sentAt: string): void {
  const who = deliveryLabel(delivery);
  agent.terminal.say(
    `${who}: already sent on ${dayAndTime(new Date(sentAt))}. The agent reports this to the server again instead of sending a second message.`,
  );
}
