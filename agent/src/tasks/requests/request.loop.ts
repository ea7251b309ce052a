import type { ClaimedRequest } from '@sandpiper/contract/agent';
import pLimit from 'p-limit';
import { isRetryable } from '../../platform/api-client.ts';
import { createBackoff, retry } from '../../platform/backoff.ts';
import { messageOf, UserError } from '../../platform/errors.ts';
import { storableText } from '../../platform/storable-text.ts';
import type { AgentContext } from '../agent.context.ts';
import { every } from '../timers.ts';
import { requestErrorText } from './request.errors.ts';
import { renewalOf, type RenewRequest } from './renewal.ts';
import type { RequestHandler } from './request.handlers.ts';

/** How many requests may run at the same time. */
const atOnce = 3;

type Ending = { status: 'completed'; results: unknown } | { status: 'failed'; error_message: string };

/** Runs the requests from the server, such as opening a window for the user or checking for unread messages. */
export type RequestLoop = {
  /** Starts new requests. A request that is already running continues under its new lease. */
  start: (requests: readonly ClaimedRequest[]) => void;
  idle: () => Promise<void>;
  /** Whether a request has ended within the last minute. */
  isUserActive: () => boolean;
};

const activeMs = 60_000;
const renewMs = 15_000;

async function keepRenewed<T>(renew: RenewRequest, work: Promise<T>): Promise<T> {
  const heartbeat = every(renewMs, async () => void (await renew()));
  try {
    return await work;
  } finally {
    heartbeat.cancel();
  }
}

async function endingOf(agent: AgentContext, request: ClaimedRequest, handle: RequestHandler): Promise<Ending> {
  const renew = renewalOf(agent, request);
  try {
    return { status: 'completed', results: await keepRenewed(renew, handle(request, renew)) };
  } catch (error) {
    if (!(error instanceof UserError)) agent.log.error({ request: request.id, err: error }, 'request failed');
    return { status: 'failed', error_message: storableText(requestErrorText(error), 1000) };
  }
}

/** Describes a request as the rest of a sentence that begins with "Couldn't". */
function requestText({ request_type, accounts, profile_name, profile_path }: ClaimedRequest): string {
  const account = accounts[0]?.profile_name ?? 'the account';
  const words: Record<ClaimedRequest['request_type'], string> = {
    open: `open ${account}`,
    sign_in: `sign ${account} in`,
    close: `close ${account}`,
    close_all: 'close the windows',
    close_campaign: "close the campaign's windows",
    unread_check: 'count unread messages',
    profiles_list: 'list the Firefox profiles',
    profiles_create: `create the Firefox profile "${profile_name ?? ''}"`,
    profiles_delete: `delete the Firefox profile ${profile_path ?? ''}`,
    profiles_test: `test the Firefox profile ${profile_path ?? ''}`,
    diagnostic_report: `show the diagnostic report for ${account}`,
  };
  return words[request_type];
}

async function run(agent: AgentContext, request: ClaimedRequest, handle: RequestHandler): Promise<void> {
  const ending = await endingOf(agent, request, handle);
  agent.log.info({ request: request.id, type: request.request_type, status: ending.status }, 'request ended');
  if (ending.status === 'failed') agent.terminal.say(`Couldn't ${requestText(request)}. ${ending.error_message}`);
  const patience = AbortSignal.timeout(agent.signal.aborted ? 5000 : agent.timing.refusedReportMs);
  const signal = agent.signal.aborted ? patience : AbortSignal.any([agent.signal, patience]);
  await retry(
    () =>
      agent.api('POST /api/agent/requests/:id/result', {
        params: { id: request.id },
        body: { fence: request.fence, ...ending },
      }),
    { signal, backoff: createBackoff({ firstMs: agent.timing.reconnectMs }), mayRetry: isRetryable },
  );
}

export function createRequestLoop(
  agent: AgentContext,
  handlers: Record<ClaimedRequest['request_type'], RequestHandler>,
  wake: () => void,
): RequestLoop {
  const running = new Map<number, { request: ClaimedRequest; work: Promise<void> }>();
  const limited = pLimit(atOnce);
  let endedAt = -activeMs;

  const handle: RequestHandler = async (request, renew) => {
    if (agent.signal.aborted) throw new UserError('The agent stopped before it could do this.');
    return handlers[request.request_type](request, renew);
  };
  const start = (request: ClaimedRequest): void => {
    const work = run(agent, request, (_request, renew) => limited(() => handle(request, renew)))
      .catch((error: unknown) =>
        agent.log.warn({ request: request.id, problem: messageOf(error) }, "could not report the request's result"),
      )
      .finally(() => {
        running.delete(request.id);
        endedAt = performance.now();
        wake();
      });
    running.set(request.id, { request, work });
  };
  return {
    start: (requests) => {
      for (const request of requests) {
        const known = running.get(request.id);
        if (known === undefined) start(request);
        else known.request.fence = request.fence;
      }
    },
    isUserActive: () => performance.now() - endedAt < activeMs,
    idle: async () => {
      await Promise.all([...running.values()].map(({ work }) => work));
    },
  };
}
