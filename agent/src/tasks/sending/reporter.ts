import { isDeepStrictEqual } from 'node:util';
import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { JournalResult } from '../../platform/journal.state.ts';
import type { SendReport, Stop } from '../../sites/instagram/report.ts';
import { deliveryLabel, type AgentContext } from '../agent.context.ts';
import { repeatUntilAccepted, reportStop, stopOf, storableDetail, type ReportOptions } from '../reporting.ts';
import { marksOf } from './earlier-attempts.ts';

type Result = Omit<JournalResult, 'kind'>;

function resultOf(claim: ClaimedDelivery, report: SendReport): Result {
  const isSent = report.outcome === 'sent';
  return {
    ...marksOf(claim),
    delivery: claim.id,
    claim_id: claim.claim_id,
    profile: claim.profile_id,
    outcome: report.outcome,
    reason: isSent ? null : report.reason,
    detail: isSent ? null : report.detail,
    sent_at: isSent ? report.sentAt : null,
    message_id: report.messageId ?? null,
    stop: stopOf(report),
  };
}

/**
 * Waits for a write to the journal, and only logs a failure. If an acknowledgment can't be written, the agent may report the result again,
 * and the server ignores the duplicate.
 */
async function write(agent: AgentContext, what: object, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => agent.log.error({ ...what, err: error }, 'could not write to the journal'));
}

/** Reports a result. Reports the stop reason first, so that the server puts the account on hold even if reporting the result fails. */
async function deliver(agent: AgentContext, result: Result, options: Omit<ReportOptions, 'key'>): Promise<boolean> {
  const { delivery: id, claim_id, outcome, reason, sent_at, message_id, stop, profile } = result;
  const { reporting } = agent.state;
  if (reporting.has(claim_id)) return false;
  reporting.add(claim_id);
  try {
    if (stop !== null) {
      if (!(await reportStop(agent, profile, stop, options))) return false;
      await write(agent, result, agent.journal.recordResult({ ...result, stop: null }));
    }
    const body = { claim_id, outcome, reason, detail: storableDetail(result.detail), sent_at, message_id };
    const call = () => agent.api('POST /api/agent/deliveries/:id/result', { params: { id }, body });
    const isDone = await repeatUntilAccepted(agent, call, { ...options, key: claim_id });
    if (isDone) await write(agent, result, agent.journal.acknowledge(result));
    return isDone;
  } finally {
    reporting.delete(claim_id);
  }
}

/**
 * Writes a delivery's result to the journal, then reports it. If the write fails, for example because the disk is full, still
 * reports the result. Returns false if the server didn't accept the report. In that case, the journal keeps the result unless
 * writing it failed.
 */
export async function report(agent: AgentContext, delivery: ClaimedDelivery, ended: SendReport): Promise<boolean> {
  const result = resultOf(delivery, ended);
  agent.log.info({ ...result }, 'delivery ended');
  await write(agent, result, agent.journal.recordResult(result));
  return deliver(agent, result, { signal: agent.signal, about: deliveryLabel(delivery) });
}

/**
 * Reports why an account must stop, unless such a report is already being sent. If another stop reason is found in the meantime, reports
 * that one too.
 */
async function deliverStop(
  agent: AgentContext,
  profile: number,
  stop: Stop,
  options: Omit<ReportOptions, 'key'>,
): Promise<void> {
  const { reporting } = agent.state;
  const key = `stop ${profile}`;
  if (reporting.has(key)) return;
  reporting.add(key);
  try {
    for (let next: Stop | null = stop; next !== null;) {
      const reported: Stop = next;
      if (!(await reportStop(agent, profile, reported, options))) return;
      await write(agent, { profile }, agent.journal.acknowledgeStop(profile, reported));
      const stored = agent.journal.unreportedStops().get(profile) ?? null;
      // The same reason is still stored if its acknowledgment couldn't be written.
      next = isDeepStrictEqual(stored, reported) ? null : stored;
    }
  } finally {
    reporting.delete(key);
  }
}

/**
 * Stops an account because of what an unread check or a requested sign-in has found. Like {@link report}, writes the reason to the journal
 * before reporting it.
 */
export async function stopAccount(
  agent: AgentContext,
  { profile_id: profile, profile_name: about }: { profile_id: number; profile_name: string },
  { reason, detail }: Stop,
): Promise<void> {
  const stop = { reason, detail };
  await write(agent, { profile, stop }, agent.journal.recordStop(profile, stop));
  await deliverStop(agent, profile, stop, { signal: agent.signal, about });
}

/**
 * If the journal has an unacknowledged result for this claim, and the result means that the message was definitely not sent, reports the
 * result. Returns the outcome and whether the server accepted the report, or null if there is no such result. Tries only once, because
 * `reportUnacknowledged` sends the result later.
 */
export async function reportKept(
  agent: AgentContext,
  { claim_id, ...claim }: ClaimedDelivery,
): Promise<{ outcome: Result['outcome']; isReported: boolean } | null> {
  const isCertain = ({ outcome }: Result): boolean => outcome === 'failed' || outcome === 'not_found';
  const kept = agent.journal.unreported().find((each) => each.claim_id === claim_id && isCertain(each));
  if (kept === undefined) return null;
  const { kind: _kind, ...result } = kept;
  const options = { signal: agent.signal, about: deliveryLabel(claim), isOnce: true };
  return { outcome: result.outcome, isReported: await deliver(agent, result, options) };
}

/** Gives the outcome `unknown` to attempts that an earlier run left open. Call this before starting new attempts. */
export async function recordInterrupted(agent: AgentContext): Promise<void> {
  for (const { mark, delivery, claim_id, profile } of agent.journal.openNotes()) {
    const claim = { mark, delivery, claim_id, profile };
    const unseen = { detail: null, sent_at: null, message_id: null, stop: null };
    await agent.journal.recordResult({ ...claim, ...unseen, outcome: 'unknown', reason: 'agent_stopped' });
  }
}

/**
 * Reports the stop reasons and results that the server hasn't acknowledged yet, until the signal is aborted. By default, tries each only
 * once.
 */
export async function reportUnacknowledged(
  agent: AgentContext,
  given: { signal: AbortSignal; isOnce?: boolean } = { signal: agent.signal, isOnce: true },
): Promise<void> {
  for (const [profile, stop] of agent.journal.unreportedStops()) {
    if (given.signal.aborted) return;
    await deliverStop(agent, profile, stop, { ...given, about: 'An earlier unread check or sign-in' });
  }
  for (const { kind: _kind, ...result } of agent.journal.unreported()) {
    if (given.signal.aborted) return;
    await deliver(agent, result, { ...given, about: 'An earlier message' });
  }
}

/**
 * Whether the server knows everything that this computer has done. Until it does, the agent must not sign off, because signing off ends the
 * agent's leases.
 */
export function isAllReported(agent: AgentContext): boolean {
  const { journal } = agent;
  return journal.openNotes().length === 0 && journal.unreported().length === 0 && journal.unreportedStops().size === 0;
}
