import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { stopReasonCodes, type ReasonCode, type StopReason } from '@sandpiper/contract/reasons';
import { ApiError, hopelessness, isUnanswered } from '../../platform/api-client.ts';
import { createBackoff, retrying } from '../../platform/backoff.ts';
import { inWords } from '../../platform/clock.ts';
import { messageOf } from '../../platform/errors.ts';
import type { JournalResult } from '../../platform/journal.state.ts';
import { storableText } from '../../platform/storable-text.ts';
import type { SendReport, Stop } from '../../sites/instagram/report.ts';
import { whoAndWhom, type AgentContext } from '../agent.context.ts';
import { markOf } from './prior-notes.ts';

type Result = Omit<JournalResult, 'kind'>;

type Patience = {
  signal: AbortSignal;
  /** Whose report it is, for the terminal. */
  about: string;
  /** Stands for it while the server doesn't accept it. */
  key: string;
  /** Tries once only; another time comes. */
  isOnce?: boolean;
};

function isStop(reason: ReasonCode): reason is StopReason {
  return stopReasonCodes.some((code) => code === reason);
}

/** Why the account has to stop; null: it continues. */
export function stopOf(report: SendReport): Stop | null {
  if (report.stop) return report.stop;
  if (report.outcome !== 'released' || !isStop(report.reason)) return null;
  return { reason: report.reason, detail: report.detail };
}

function storableDetail(detail: string | null): string | null {
  return detail === null ? null : storableText(detail, 1000);
}

function storableStop(stop: Stop | null): Stop | null {
  return stop === null ? null : { reason: stop.reason, detail: storableDetail(stop.detail) };
}

export function resultOf(claim: ClaimedDelivery, report: SendReport): Result {
  const isSent = report.outcome === 'sent';
  return {
    mark: markOf(claim),
    delivery: claim.id,
    claim_id: claim.claim_id,
    profile: claim.profile_id,
    outcome: report.outcome,
    reason: isSent ? null : report.reason,
    detail: isSent ? null : storableDetail(report.detail),
    sent_at: isSent ? report.sentAt : null,
    stop: storableStop(stopOf(report)),
  };
}

/** The account, the person or the claim is gone on the server: there is nothing left to tell. */
function isMoot(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'lease_lost');
}

/** Said once; the status shows it until the server has accepted it. */
function noteRefusal(agent: AgentContext, { about, key }: Patience, error: unknown): void {
  const { refusedReports } = agent.state;
  const line = `${about}: the server doesn't accept the report (${messageOf(error)})`;
  if (!refusedReports.has(key)) {
    const patience = inWords(agent.timing.refusedReportMs);
    agent.terminal.say(`${line}. The account waits up to ${patience}, then continues. The agent keeps the report.`);
  }
  refusedReports.set(key, line);
}

/**
 * Repeats a call until it arrives: without an answer as long as the agent runs, against a refusal for a few minutes. False
 * when it did not arrive.
 */
async function insist(agent: AgentContext, call: () => Promise<unknown>, patience: Patience): Promise<boolean> {
  const { signal, key, isOnce = false } = patience;
  let refusedAt: number | null = null;
  const mayRetry = (error: unknown): boolean => {
    if (isUnanswered(error)) return !isOnce;
    if (isMoot(error) || hopelessness(error, agent.server) !== null) return false;
    noteRefusal(agent, patience, error);
    refusedAt ??= performance.now();
    return !isOnce && performance.now() - refusedAt < agent.timing.refusedReportMs;
  };
  const onRetry = (error: unknown): void => agent.log.warn({ key, problem: messageOf(error) }, 'not reported yet');
  try {
    await retrying(call, { signal, backoff: createBackoff({ firstMs: agent.timing.reconnectMs }), mayRetry, onRetry });
  } catch (error) {
    const hopeless = isMoot(error) ? null : hopelessness(error, agent.server);
    if (hopeless !== null) agent.fail(hopeless);
    if (!isMoot(error)) return false;
    agent.log.warn({ key, problem: messageOf(error) }, 'the server no longer wants this report');
  }
  agent.state.refusedReports.delete(key);
  return true;
}

/** Tells the server that Instagram objected to the account. */
export function reportStop(
  agent: AgentContext,
  profileId: number,
  stop: Stop,
  patience: Omit<Patience, 'key'>,
): Promise<boolean> {
  const body = { reason: stop.reason, detail: storableDetail(stop.detail) };
  const call = () => agent.api('POST /api/agent/profiles/:id/stop', { params: { id: profileId }, body });
  return insist(agent, call, { ...patience, key: `stop ${profileId}` });
}

/** What is not written down is told again, which changes nothing. */
async function write(agent: AgentContext, result: Result, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => agent.log.error({ ...result, err: error }, 'the journal could not be written'));
}

/** The stop comes first: it holds the account, whatever becomes of the rest. */
async function deliver(agent: AgentContext, result: Result, patience: Omit<Patience, 'key'>): Promise<boolean> {
  const { delivery: id, claim_id, outcome, reason, detail, sent_at, stop, profile } = result;
  const { reporting } = agent.state;
  if (reporting.has(claim_id)) return false;
  reporting.add(claim_id);
  try {
    if (stop !== null) {
      if (!(await reportStop(agent, profile, stop, patience))) return false;
      await write(agent, result, agent.journal.conclude({ ...result, stop: null }));
    }
    const body = { claim_id, outcome, reason, detail, sent_at };
    const call = () => agent.api('POST /api/agent/deliveries/:id/result', { params: { id }, body });
    const isDone = await insist(agent, call, { ...patience, key: claim_id });
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
