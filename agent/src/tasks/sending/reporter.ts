import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { ApiError, hopelessness, isPassing } from '../../platform/api-client.ts';
import { createBackoff, retrying } from '../../platform/backoff.ts';
import { messageOf } from '../../platform/errors.ts';
import { unknownOf, type JournalResult } from '../../platform/journal.state.ts';
import { storableGate } from '../../platform/storable-text.ts';
import type { SendReport } from '../../sites/instagram/instagram.ts';
import type { AgentContext } from '../agent.context.ts';
import { markOf } from './delivered.ts';
import { noteObjection } from './objections.ts';

type Result = Omit<JournalResult, 'kind'>;

export function resultOf(claim: ClaimedDelivery, report: SendReport): Result {
  return {
    delivery: claim.id,
    fence: claim.fence,
    outcome: report.outcome,
    ...(report.outcome === 'sent' ? { reason: null, detail: null } : storableGate(report)),
    is_retryable: report.outcome === 'failed' && report.isRetryable,
    sent_at: report.outcome === 'sent' ? report.sentAt : null,
    mark: report.outcome === 'sent' ? markOf(claim) : null,
    stops: report.stops ? storableGate(report.stops) : null,
    profile: claim.profile_id,
  };
}

function isMalformed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'validation_failed';
}

const undescribed = {
  reason: 'not_described',
  detail: 'The server could not read what the agent wrote about it. The log of the agent has its words.',
};

/** The same report in words that cannot be refused: what became of the message and of the account must arrive. */
function plainly(result: Result): Result {
  return {
    ...result,
    ...(result.outcome === 'sent' ? { reason: null, detail: null, sent_at: null } : undescribed),
    stops: result.stops && undescribed,
  };
}

/** Whether the server took it, now or before: it does not where the claim is another account's by now. */
async function tellServer(agent: AgentContext, result: Result, signal: AbortSignal): Promise<boolean> {
  const { delivery, mark: _mark, profile: _profile, ...body } = result;
  const { recorded, is_repeated: isRepeated } = await retrying(
    () => agent.api('POST /api/agent/deliveries/:id/result', { params: { id: delivery }, body }),
    {
      signal,
      backoff: createBackoff({ firstMs: agent.timing.reconnectMs }),
      mayRetry: isPassing,
      onRetry: (error) => agent.log.warn({ delivery, problem: messageOf(error) }, 'result not delivered yet'),
    },
  );
  return recorded || isRepeated;
}

/** The claim was another account's by then: through it the server does not hear that this account has to stop. */
function keepStop(agent: AgentContext, { profile, outcome, stops, reason, detail }: Result): void {
  const stop = outcome === 'blocked' && reason !== null && detail !== null ? { reason, detail } : stops;
  if (profile !== null && stop !== null) noteObjection(agent, profile, stop);
}

/** What is not written down is told again, which changes nothing. */
function unwritten(agent: AgentContext, result: Result, error: unknown): void {
  agent.log.error({ ...result, err: error }, 'the journal could not be written');
}

/** Tells the server until it has answered; it is told the same thing again after a crash, which changes nothing there. */
async function deliver(agent: AgentContext, result: Result, signal: AbortSignal): Promise<void> {
  const { delivery } = result;
  let isTaken = false;
  try {
    isTaken = await tellServer(agent, result, signal).catch((error: unknown) => {
      if (!isMalformed(error)) throw error;
      agent.log.error({ ...result, problem: messageOf(error) }, 'the server cannot read this result');
      return tellServer(agent, plainly(result), signal);
    });
  } catch (error) {
    if (signal.aborted || isPassing(error)) return;
    const hopeless = hopelessness(error, agent.server);
    // A refused report of one delivery (it is gone, or another's now) is no reason to stop; a refused token is.
    if (hopeless !== null && !isAboutDelivery(error)) {
      agent.fail(hopeless);
      return;
    }
    agent.log.warn({ delivery, problem: messageOf(error) }, 'the server does not want this result');
  }
  if (!isTaken) keepStop(agent, result);
  await agent.journal.acknowledge(delivery, result.fence).catch((error: unknown) => unwritten(agent, result, error));
}

function isAboutDelivery(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'lease_lost');
}

/**
 * Writes down how a delivery ended, then reports it. Gives up when the agent ends: the journal keeps it. A disk that is full
 * does not keep it from the server.
 */
export async function report(agent: AgentContext, result: Result): Promise<void> {
  await agent.journal.conclude(result).catch((error: unknown) => unwritten(agent, result, error));
  await deliver(agent, result, agent.signal);
}

/** Sends an earlier run began and whose end nobody saw. Before this run begins any: its own are no leftovers. */
export async function concludeInterrupted(agent: AgentContext): Promise<void> {
  for (const intent of agent.journal.unresolved()) await agent.journal.conclude(unknownOf(intent));
}

/** Results that nobody has acknowledged. */
export async function reportLeftovers(agent: AgentContext, signal = agent.signal): Promise<void> {
  for (const { kind: _kind, ...result } of agent.journal.unreported()) await deliver(agent, result, signal);
}

/** Whether the server knows all that this computer did. Only then may what it holds go to somebody else. */
export function isAllReported(agent: AgentContext): boolean {
  return agent.journal.unresolved().length === 0 && agent.journal.unreported().length === 0;
}
