import type { AccountWork } from '@sandpiper/contract/agent';
import { createBackoff } from '../platform/backoff.ts';
import { sleep } from '../platform/clock.ts';
import { messageOf } from '../platform/errors.ts';
import type { AgentContext } from './agent.context.ts';
import { createPagePackUpdate } from './page-pack.update.ts';
import type { ProfileTasks } from './requests/profile.tasks.ts';
import { createHandlers } from './requests/request.handlers.ts';
import { createRequestLoop, type RequestLoop } from './requests/request.loop.ts';
import { recordInterrupted, isAllReported, reportUnacknowledged } from './sending/reporter.ts';
import { createWorkLoop, type WorkLoop } from './sending/work.loop.ts';
import { createSync } from './sync.ts';
import { listenForWork, type OpenSocket, type WorkNotifications } from './work-notifications.ts';

export type RunOptions = {
  agent: AgentContext;
  instagramUrl: string;
  token: string;
  profiles: ProfileTasks;
  /** How long work in progress may take when the agent stops, in milliseconds. */
  graceMs?: number;
  /** How much longer work in progress may take once its windows are closed, in milliseconds. */
  closingMs?: number;
  openSocket?: OpenSocket;
};

type Loops = { sending: WorkLoop; requests: RequestLoop };

/**
 * The interval between two syncs while the user is active, in milliseconds. It's short, because the agent may have no socket through which
 * the server could announce the next request.
 */
const activeMs = 1500;

/**
 * Returns `wake` and `wait`. `wait` sleeps until the time has passed, `wake` is called or the signal is aborted, and returns whether
 * `wake` was called. If `wake` was called beforehand, `wait` doesn't sleep at all.
 */
export function createWaker(signal: AbortSignal) {
  let ring: (() => void) | null = null;
  let rang = false;
  const wake = (): void => {
    rang = true;
    ring?.();
  };
  const wait = async (ms: number): Promise<boolean> => {
    if (!rang) {
      const early = new AbortController();
      ring = () => early.abort();
      await sleep(ms, AbortSignal.any([signal, early.signal]));
      ring = null;
    }
    const wasWoken = rang;
    rang = false;
    return wasWoken;
  };
  return { wake, wait };
}

type Parts = { loops: Loops; waker: ReturnType<typeof createWaker>; notifications: WorkNotifications };

/** Syncs with the server at regular intervals and when woken, and starts any work that is due. */
async function work({ agent, instagramUrl }: RunOptions, { loops, waker, notifications }: Parts): Promise<void> {
  const { state, timing } = agent;
  const backoff = createBackoff({ firstMs: timing.reconnectMs, lastMs: 30_000 });
  const sync = createSync(agent, instagramUrl);
  const updatePagePack = createPagePackUpdate(agent);
  let accounts: readonly AccountWork[] = [];
  let syncAt = 0;
  let restUntil = 0;
  let reported = '';
  let leftoversAt = 0;

  const reportOf = (): string => JSON.stringify([state.isPaused, agent.windows.list(), agent.pagePacks.report()]);
  /** Whether a sync would tell neither side anything new. The open socket announces work and keeps the agent online. */
  const isAtRest = (): boolean =>
    notifications.isConnected() &&
    accounts.length === 0 &&
    reportOf() === reported &&
    agent.windows.list().length === 0 &&
    !loops.requests.isUserActive() &&
    isAllReported(agent);
  const absentMs = (): number => (state.isRunningTwice ? timing.runningTwiceMs : backoff.next());
  const call = async (): Promise<void> => {
    const wasConnected = state.isConnected;
    reported = reportOf();
    const synced = await sync();
    accounts = synced?.answer.accounts ?? [];
    if (synced === null) {
      syncAt = performance.now() + absentMs();
      restUntil = 0;
      return;
    }
    backoff.reset();
    loops.requests.start(synced.answer.requests);
    if (synced.hasNewPaths) waker.wake();
    await updatePagePack(synced.answer.page_pack);
    syncAt =
      performance.now() + (loops.requests.isUserActive() ? Math.min(activeMs, timing.presenceMs) : timing.presenceMs);
    restUntil = performance.now() + timing.restMs;
    if (wasConnected && performance.now() < leftoversAt) return;
    leftoversAt = performance.now() + timing.refusedReportMs;
    await reportUnacknowledged(agent);
  };

  let isWoken = true;
  while (!agent.signal.aborted) {
    const isDue = performance.now() >= syncAt;
    if (isDue && !isWoken && performance.now() < restUntil && isAtRest()) {
      syncAt = performance.now() + timing.presenceMs;
    } else if (isDue || isWoken) await call();
    const dueMs = await loops.sending.start(accounts).catch((error: unknown) => {
      agent.log.error({ err: error }, 'could not start work');
      return timing.cooldownMs;
    });
    isWoken = await waker.wait(Math.min(dueMs, Math.max(0, syncAt - performance.now())));
  }
}

/**
 * Waits a while for work in progress, closes all windows, sends the remaining reports, and signs off if all work has ended and been
 * reported.
 */
async function finish(
  agent: AgentContext,
  loops: Loops,
  { graceMs = 45_000, closingMs = 10_000 }: Pick<RunOptions, 'graceMs' | 'closingMs'>,
): Promise<void> {
  let isSettled = false;
  const settled = Promise.all([loops.sending.idle(), loops.requests.idle()]).then(() => {
    isSettled = true;
  });
  const enough = new AbortController();
  await Promise.race([settled, sleep(graceMs, enough.signal)]);
  await agent.windows.closeAll().catch((error: unknown) => {
    agent.log.warn({ problem: messageOf(error) }, 'could not close all windows');
  });
  // Work that is still in progress fails now that its window is closed.
  await Promise.race([settled, sleep(closingMs, enough.signal)]);
  enough.abort();
  await reportUnacknowledged(agent, { signal: AbortSignal.timeout(agent.timing.lastReportMs) });
  // If another agent uses a copy of this data folder, signing off would end that agent's work.
  if (agent.state.isRunningTwice) return;
  if (isSettled && isAllReported(agent)) await signOff(agent);
  else agent.log.warn('did not sign off, because some work is unfinished or not reported; its leases will expire');
}

async function signOff(agent: AgentContext): Promise<void> {
  await agent.api('POST /api/agent/sign-off', {}, { timeoutMs: 3000 }).catch((error: unknown) => {
    agent.log.warn({ problem: messageOf(error) }, 'could not sign off');
  });
}

/** Runs the agent until the signal is aborted or an error ends the work. */
export async function runAgent(options: RunOptions): Promise<void> {
  const { agent } = options;
  const waker = createWaker(agent.signal);
  const loops = {
    sending: createWorkLoop(agent, waker.wake),
    requests: createRequestLoop(agent, createHandlers(agent, options.profiles), waker.wake),
  };
  await recordInterrupted(agent);
  const wake = (): void => {
    loops.sending.askAgain();
    waker.wake();
  };
  const notifications = listenForWork(agent, options.token, wake, options.openSocket);
  await work(options, { loops, waker, notifications }).catch((error: unknown) => {
    agent.fail(error instanceof Error ? error : new Error(String(error)));
  });
  notifications.close();
  await finish(agent, loops, options);
}
