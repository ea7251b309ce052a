import { isPassing } from '../platform/api-client.ts';
import { createBackoff } from '../platform/backoff.ts';
import { sleep } from '../platform/clock.ts';
import { messageOf } from '../platform/errors.ts';
import type { AgentContext } from './agent.context.ts';
import { sayHello } from './presence.ts';
import { createHandlers } from './requests/request.handlers.ts';
import { createRequestLoop, type RequestLoop } from './requests/request.loop.ts';
import type { ProfileTasks } from './requests/profile.tasks.ts';
import { concludeInterrupted, isAllReported, reportLeftovers } from './sending/reporter.ts';
import { createWorkLoop, type WorkLoop } from './sending/work.loop.ts';
import { listenForWork } from './work.hint.ts';

export type RunOptions = {
  agent: AgentContext;
  instagramUrl: string;
  token: string;
  profiles: ProfileTasks;
  /** How long what is under way may take when the agent ends. */
  patienceMs?: number;
  /** How long it may take once its windows are closed. */
  closingMs?: number;
};

/** How often to ask for requests while the user is at it; without a socket nothing else would tell. */
const livelyMs = 1500;

/** Sleeps until somebody wakes it; a call that comes while nobody sleeps is remembered. */
export function createAlarm(signal: AbortSignal) {
  let ring: (() => void) | null = null;
  let rang = false;
  const wake = (): void => {
    rang = true;
    ring?.();
  };
  const wait = async (ms: number): Promise<void> => {
    if (!rang) {
      const early = new AbortController();
      ring = () => early.abort();
      await sleep(ms, AbortSignal.any([signal, early.signal]));
      ring = null;
    }
    rang = false;
  };
  return { wake, wait };
}

async function presence(agent: AgentContext, instagramUrl: string, wake: () => void): Promise<void> {
  const backoff = createBackoff({ firstMs: agent.timing.reconnectMs, lastMs: 30_000 });
  while (!agent.signal.aborted) {
    const wasConnected = agent.state.isConnected;
    try {
      const isThere = await sayHello(agent, instagramUrl);
      if (isThere) backoff.reset();
      if (isThere && !wasConnected) {
        await reportLeftovers(agent);
        wake();
      }
      await sleep(isThere ? agent.timing.presenceMs : backoff.next(), agent.signal);
    } catch (error) {
      agent.fail(error instanceof Error ? error : new Error(String(error)));
      return;
    }
  }
}

async function work(
  agent: AgentContext,
  loops: { sending: WorkLoop; requests: RequestLoop },
  alarm: ReturnType<typeof createAlarm>,
): Promise<void> {
  const backoff = createBackoff({ firstMs: agent.timing.reconnectMs, lastMs: 30_000 });
  while (!agent.signal.aborted) {
    let nextMs = agent.timing.presenceMs;
    if (agent.state.isConnected) {
      try {
        await loops.requests.look();
        nextMs = Math.min(nextMs, await loops.sending.look(), loops.requests.isLively() ? livelyMs : nextMs);
        backoff.reset();
      } catch (error) {
        if (!isPassing(error)) agent.log.error({ err: error }, 'looking for work failed');
        nextMs = backoff.next();
      }
    }
    await alarm.wait(nextMs);
  }
}

/** Ends in order: no new work, what is under way comes to its end, windows close, the server is told. */
async function finish(
  agent: AgentContext,
  loops: { sending: WorkLoop; requests: RequestLoop },
  { patienceMs = 45_000, closingMs = 10_000 }: Pick<RunOptions, 'patienceMs' | 'closingMs'>,
): Promise<void> {
  let isSettled = false;
  const settled = Promise.all([loops.sending.idle(), loops.requests.idle()]).then(() => {
    isSettled = true;
  });
  const enough = new AbortController();
  await Promise.race([settled, sleep(patienceMs, enough.signal)]);
  await agent.windows.closeAll();
  // Without their windows the rest come to their end by themselves.
  await Promise.race([settled, sleep(closingMs, enough.signal)]);
  enough.abort();
  await reportLeftovers(agent, AbortSignal.timeout(agent.timing.lastReportMs));
  if (isSettled && isAllReported(agent)) await signOff(agent);
  else agent.log.warn('not everything is reported: its leases are left to run out');
}

async function signOff(agent: AgentContext): Promise<void> {
  await agent.api('POST /api/agent/sign-off', {}, { timeoutMs: 3000 }).catch((error: unknown) => {
    agent.log.warn({ problem: messageOf(error) }, 'could not sign off');
  });
}

/** Works until the signal is given. */
export async function runAgent(options: RunOptions): Promise<void> {
  const { agent } = options;
  const alarm = createAlarm(agent.signal);
  const loops = {
    sending: createWorkLoop(agent, alarm.wake),
    requests: createRequestLoop(agent, createHandlers(agent, options.profiles)),
  };
  await concludeInterrupted(agent);
  const hint = listenForWork(agent, options.token, alarm.wake);
  await Promise.all([presence(agent, options.instagramUrl, alarm.wake), work(agent, loops, alarm)]);
  hint.close();
  await finish(agent, loops, options);
}
