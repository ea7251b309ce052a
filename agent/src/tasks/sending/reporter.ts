import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { JournalResult } from '../../platform/journal.state.ts';
import type { SendReport } from '../../sites/instagram/report.ts';
import { whoAndWhom, type AgentContext } from '../agent.context.ts';
import { repeatUntilAccepted, reportStop, stopOf, storableDetail, type ReportOptions } from '../reporting.ts';
import { marksOf } from './prior-notes.ts';

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
    stop: stopOf(report),
  };
}

/** What is not written down is told again, which changes nothing. */
async function write(agent: AgentContext, result: Result, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => agent.log.error({ ...result, err: error }, 'the journal could not be written'));
}

/** The stop comes first: it holds the account, whatever becomes of the rest. */
async function deliver(agent: AgentContext, result: Result, options: Omit<ReportOptions, 'key'>): Promise<boolean> {
  const { delivery: id, claim_id, outcome, reason, sent_at, stop, profile } = result;
  const { reporting } = agent.state;
  if (reporting.has(claim_id)) return false;
  reporting.add(claim_id);
  try {
    if (stop !== null) {
      if (!(await reportStop(agent, profile, stop, options))) return false;
      await write(agent, result, agent.journal.conclude({ ...result, stop: null }));
    }
    const body = { claim_id, outcome, reason, detail: storableDetail(result.detail), sent_at };
    const call = () => agent.api('POST /api/agent/deliveries/:id/result', { params: { id }, body });
    const isDone = await repeatUntilAccepted(agent, call, { ...options, key: claim_id });
    if (isDone) await write(agent, result, agent.journal.acknowledge(result));
    return isDone;
  } finally {
    reporting.delete(claim_id);
  }
}

/**
 * Writes down how a delivery ended, then reports it; false when the server did not take it, and the journal keeps it. A disk
 * that is full does not keep it from the server.
 */
export async function report(agent: AgentContext, delivery: ClaimedDelivery, ended: SendReport): Promise<boolean> {
  const result = resultOf(delivery, ended);
  agent.log.info({ ...result }, 'delivery ended');
  await write(agent, result, agent.journal.conclude(result));
  return deliver(agent, result, { signal: agent.signal, about: whoAndWhom(delivery) });
}

/** Ends attempts of an earlier run whose end nobody saw. To be called before this run begins any. */
export async function concludeInterrupted(agent: AgentContext): Promise<void> {
  for (const { mark, delivery, claim_id, profile } of agent.journal.openNotes()) {
    const claim = { mark, delivery, claim_id, profile };
    const unknown = { outcome: 'unknown', reason: 'agent_stopped', detail: null, sent_at: null, stop: null } as const;
    await agent.journal.conclude({ ...claim, ...unknown });
  }
}

/** Reports what the server has not acknowledged. */
export async function reportLeftovers(
  agent: AgentContext,
  given: { signal: AbortSignal; isOnce?: boolean } = { signal: agent.signal, isOnce: true },
): Promise<void> {
  for (const { kind: _kind, ...result } of agent.journal.unreported()) {
    await deliver(agent, result, { ...given, about: 'An earlier message' });
  }
}

/** Whether the server knows all that this computer did. Only then may what it holds go to somebody else. */
export function isAllReported(agent: AgentContext): boolean {
  return agent.journal.openNotes().length === 0 && agent.journal.unreported().length === 0;
}
