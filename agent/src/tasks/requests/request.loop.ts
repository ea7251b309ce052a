import type { ClaimedRequest } from '@sandpiper/contract/agent';
import { isPassing } from '../../platform/api-client.ts';
import { createBackoff, retrying } from '../../platform/backoff.ts';
import { sleep } from '../../platform/clock.ts';
import { messageOf, UserError } from '../../platform/errors.ts';
import { createGate } from '../../platform/gate.ts';
import { storableText } from '../../platform/storable-text.ts';
import type { AgentContext } from '../agent.context.ts';
import type { RequestHandler } from './request.handlers.ts';

/** So many are worked on at the same time. The rest is taken all the same: the server fails what nobody takes. */
const atOnce = 3;

type Ending = { status: 'completed'; results: unknown } | { status: 'failed'; error_message: string };

/** Runs what the user asked for outside campaigns. */
export type RequestLoop = {
  look: () => Promise<void>;
  idle: () => Promise<void>;
  /** Somebody asked for something a moment ago, and may well ask for more. */
  isLively: () => boolean;
};

const livelyMs = 60_000;

async function keepRenewed<T>(agent: AgentContext, request: ClaimedRequest, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const keep = async (): Promise<void> => {
    for (;;) {
      await sleep(15_000, ended.signal);
      if (ended.signal.aborted) return;
      await agent
        .api('POST /api/agent/requests/:id/renew', { params: { id: request.id }, body: { fence: request.fence } })
        .catch((error: unknown) => agent.log.warn({ problem: messageOf(error) }, 'request not renewed'));
    }
  };
  void keep();
  try {
    return await work;
  } finally {
    ended.abort();
  }
}

async function endingOf(agent: AgentContext, request: ClaimedRequest, handle: RequestHandler): Promise<Ending> {
  try {
    return { status: 'completed', results: await keepRenewed(agent, request, handle(request)) };
  } catch (error) {
    if (!(error instanceof UserError)) agent.log.error({ request: request.id, err: error }, 'request failed');
    return { status: 'failed', error_message: storableText(messageOf(error), 1000) };
  }
}

/** What the user asked for, in words. */
function wish({ request_type, accounts, profile_name, profile_path }: ClaimedRequest): string {
  const account = accounts[0]?.profile_name ?? 'the account';
  const words: Record<ClaimedRequest['request_type'], string> = {
    open: `open ${account}`,
    sign_in: `sign ${account} in`,
    close: `close ${account}`,
    close_all: 'close the windows',
    close_campaign: "close the campaign's windows",
    unread_check: 'count unread messages',
    profiles_list: 'list the browser profiles',
    profiles_create: `make the browser profile "${profile_name ?? ''}"`,
    profiles_delete: `delete the browser profile ${profile_path ?? ''}`,
    profiles_test: `try the browser profile ${profile_path ?? ''}`,
  };
  return words[request_type];
}

async function run(agent: AgentContext, request: ClaimedRequest, handle: RequestHandler): Promise<void> {
  const ending = await endingOf(agent, request, handle);
  agent.log.info({ request: request.id, type: request.request_type, status: ending.status }, 'request ended');
  if (ending.status === 'failed') agent.terminal.say(`Could not ${wish(request)}: ${ending.error_message}`);
  const signal = agent.signal.aborted ? AbortSignal.timeout(5000) : agent.signal;
  await retrying(
    () =>
      agent.api('POST /api/agent/requests/:id/result', {
        params: { id: request.id },
        body: { fence: request.fence, ...ending },
      }),
    { signal, backoff: createBackoff({ firstMs: agent.timing.reconnectMs }), mayRetry: isPassing },
  );
}

export function createRequestLoop(
  agent: AgentContext,
  handlers: Record<ClaimedRequest['request_type'], RequestHandler>,
): RequestLoop {
  const running = new Set<Promise<void>>();
  const inTurn = createGate(atOnce);
  let looking: Promise<void> | null = null;
  let endedAt = -livelyMs;

  const begin: (request: ClaimedRequest, handle: RequestHandler) => Promise<unknown> = (request, handle) => {
    if (agent.signal.aborted) throw new UserError('The agent was stopped before it came to this.');
    return handle(request);
  };
  const take = async (): Promise<void> => {
    while (!agent.signal.aborted) {
      const { request } = await agent.api('POST /api/agent/requests/claim');
      if (request === null) return;
      const handle = handlers[request.request_type];
      const work = run(agent, request, () => inTurn(() => begin(request, handle)))
        .catch((error: unknown) =>
          agent.log.warn({ request: request.id, problem: messageOf(error) }, 'request not reported'),
        )
        .finally(() => {
          running.delete(work);
          endedAt = performance.now();
          void look().catch((error: unknown) => agent.log.warn({ problem: messageOf(error) }, 'no requests read'));
        });
      running.add(work);
    }
  };
  const look = (): Promise<void> => {
    looking ??= take().finally(() => {
      looking = null;
    });
    return looking;
  };
  return {
    look,
    isLively: () => performance.now() - endedAt < livelyMs,
    idle: async () => {
      await Promise.all(running);
    },
  };
}
