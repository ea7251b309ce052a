import { stopReasonCodes, type ReasonCode, type StopReason } from '@sandpiper/contract/reasons';
import { ApiError, permanentFailure, isUnanswered } from '../platform/api-client.ts';
import { createBackoff, retry } from '../platform/backoff.ts';
import { durationText } from '../platform/clock.ts';
import { messageOf } from '../platform/errors.ts';
import { storableText } from '../platform/storable-text.ts';
import type { SendReport, Stop } from '../sites/instagram/report.ts';
import type { AgentContext } from './agent.context.ts';

export type ReportOptions = {
  signal: AbortSignal;
  /** What the report is about, to show on the terminal. */
  about: string;
  /** The key under which a refused report is stored. */
  key: string;
  /** Whether the report says that the account must stop. The account then stops even while the server refuses the report. */
  isStop?: boolean;
  /** Whether to try only once, because the report is retried later anyway. */
  isOnce?: boolean;
};

function isStop(reason: ReasonCode): reason is StopReason {
  return stopReasonCodes.some((code) => code === reason);
}

/** Returns why the account must stop, or null if it can continue. */
export function stopOf(report: SendReport): Stop | null {
  if (report.stop) return report.stop;
  if (report.outcome !== 'released' || !isStop(report.reason)) return null;
  return { reason: report.reason, detail: report.detail };
}

export function storableDetail(detail: string | null): string | null {
  return detail === null ? null : storableText(detail, 1000);
}

/** Whether the server no longer has the account, the person or the claim that the report is about. */
function isObsolete(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'lease_lost');
}

/** Shows a refused report on the terminal once, and in the agent's status until the server accepts it or no longer needs it. */
function noteRefusal(agent: AgentContext, { about, key, isStop = false }: ReportOptions, error: unknown): void {
  const { refusedReports } = agent.state;
  const line = `${about}: the server rejected the report (${messageOf(error)})`;
  if (!refusedReports.has(key)) {
    const patience = durationText(agent.timing.refusedReportMs);
    const wait = isStop ? '' : ` The account waits for up to ${patience}, then continues.`;
    agent.terminal.say(`${line}. The agent keeps the report and tries to send it again.${wait}`);
  }
  refusedReports.set(key, line);
}

/**
 * Sends a report and, unless `isOnce` is set, retries it until the server accepts it. If the server can't be reached, keeps retrying until
 * the signal is aborted. If the server refuses the report, gives up after a few minutes. If the server rejects the agent itself, stops the
 * agent. Returns true if the server has accepted the report or no longer wants it.
 */
export async function repeatUntilAccepted(
  agent: AgentContext,
  call: () => Promise<unknown>,
  options: ReportOptions,
): Promise<boolean> {
  const { signal, key, isOnce = false } = options;
  let refusedAt: number | null = null;
  const mayRetry = (error: unknown): boolean => {
    if (isUnanswered(error)) return !isOnce;
    if (isObsolete(error) || permanentFailure(error, agent.server) !== null) return false;
    noteRefusal(agent, options, error);
    refusedAt ??= performance.now();
    return !isOnce && performance.now() - refusedAt < agent.timing.refusedReportMs;
  };
  const onRetry = (error: unknown): void => agent.log.warn({ key, problem: messageOf(error) }, 'not reported yet');
  try {
    await retry(call, { signal, backoff: createBackoff({ firstMs: agent.timing.reconnectMs }), mayRetry, onRetry });
  } catch (error) {
    const permanent = isObsolete(error) ? null : permanentFailure(error, agent.server);
    if (permanent !== null) agent.fail(permanent);
    if (!isObsolete(error)) return false;
    agent.log.warn({ key, problem: messageOf(error) }, 'the server no longer needs this report');
  }
  agent.state.refusedReports.delete(key);
  return true;
}

export function reportStop(
  agent: AgentContext,
  profileId: number,
  stop: Stop,
  options: Omit<ReportOptions, 'key'>,
): Promise<boolean> {
  const body = { reason: stop.reason, detail: storableDetail(stop.detail) };
  const call = () => agent.api('POST /api/agent/profiles/:id/stop', { params: { id: profileId }, body });
  return repeatUntilAccepted(agent, call, { ...options, key: `stop ${profileId}`, isStop: true });
}
