import { claimedDeliverySchema } from '@sandpiper/contract/agent';
import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import { createClient } from '@sandpiper/contract/client';
import { PageError } from '../../../agent/src/browser/page.ts';
import { beginIdentity } from '../../../agent/src/platform/agent-identity.ts';
import { ApiError, permanentFailure } from '../../../agent/src/platform/api-client.ts';
import { openDiagnosticReports } from '../../../agent/src/platform/diagnostic-reports.ts';
import { journalFile } from '../../../agent/src/platform/journal.file.ts';
import { openJournal } from '../../../agent/src/platform/journal.ts';
import { openPagePacks } from '../../../agent/src/sites/instagram/page/pack/page-packs.ts';
import { freshState, defaultTiming } from '../../../agent/src/tasks/agent.context.ts';
import type { AgentContext } from '../../../agent/src/tasks/agent.context.ts';
import { recordInterrupted, isAllReported, reportUnacknowledged } from '../../../agent/src/tasks/sending/reporter.ts';
import { runClaim } from '../../../agent/src/tasks/sending/claim.ts';
import { createSync } from '../../../agent/src/tasks/sync.ts';
import { createLogger } from '../../../server/src/platform/log.ts';
import { questionOf, responseOf } from '../servers/calls.ts';
import { currentFrame, inFrame } from '../time/frame.ts';
import type { Actor } from '../time/frame.ts';
import { trueNow } from '../time/virtual-time.ts';
import { createSite } from '../world/site.ts';
import { createWindows } from '../world/windows.ts';
import { watchJournal } from './journal.copies.ts';
import type { AgentRun, Computer, LaneState, Surroundings } from './computer.ts';
import type { CallPause } from './pauses.ts';

export function journalOf({ folder }: Computer): string {
  return `${folder}/journal.jsonl`;
}

export const serverAddress = 'http://sandpiper.test';

function currentLane(): string {
  const frame = currentFrame();
  return frame?.side === 'agent' ? frame.lane : '';
}

function callsOf(computer: Computer, actor: Actor, { pauses, late }: Surroundings): typeof fetch {
  return (address, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const question = questionOf(address, init);
    const { signal } = init ?? {};
    const pause: CallPause = {
      kind: 'call',
      actor,
      computer: computer.number,
      lane: currentLane(),
      label: question.url,
      question,
      given: null,
      answer: (answer) => resolve(responseOf(answer)),
      fail: () => reject(new TypeError('fetch failed')),
    };
    pauses.add(pause);
    signal?.addEventListener('abort', () => {
      // The caller has given up, but the server may still get the request.
      if (pauses.take(pause) && pause.given === null) late(question);
      reject(signal.reason);
    });
    return promise;
  };
}

async function openNotes(computer: Computer, actor: Actor, around: Surroundings) {
  const state = { isStarting: true };
  const file = journalFile(journalOf(computer));
  const storage = watchJournal({
    journal: computer.journal,
    storage: file,
    nextOrder: around.nextOrder,
    busy: around.pauses.busy,
    pauseAt: async ({ kind }, write) => {
      if (state.isStarting || kind === 'acknowledged') return write('all');
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const at = { actor, computer: computer.number, lane: currentLane(), label: kind };
      around.pauses.add({ kind: 'journal', ...at, write, go: resolve, fail: reject });
      return promise;
    },
  });
  return { state, journal: await openJournal(storage), abandon: file.close };
}

const closing = (close: () => void, resume: () => void) => () => {
  close();
  resume();
};

function siteOf(computer: Computer, run: Pick<AgentRun, 'actor' | 'claims'>, around: Surroundings, close: () => void) {
  return createSite({
    world: around.world,
    pause: async (page, label) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const at = { actor: run.actor, computer: computer.number, lane: currentLane(), label };
      around.pauses.add({ kind: 'page', ...at, go: resolve, close: closing(close, resolve) });
      await promise;
      if (page.isClosed()) throw new PageError('closed', 'The window was closed');
    },
    press: ({ profileId }, showsFrom) => {
      const claim = run.claims.get(profileId);
      if (claim === undefined) throw new Error('Enter was pressed without a claim');
      around.press({ computer: computer.number, claim, showsFrom });
    },
  });
}

const silent = createLogger('silent');
const nobody = { say: () => undefined, print: () => undefined, warn: () => undefined };

/** Starts a computer's agent, up to the point where it would make its first API call. */
export async function startRun(computer: Computer, around: Surroundings): Promise<AgentRun> {
  const actor: Actor = { name: `computer ${computer.number}`, state: 'awake', clockOffsetMs: computer.clockOffsetMs };
  return inFrame({ side: 'agent', actor, lane: 'start' }, async () => {
    const identity = await beginIdentity(computer.folder);
    const { state, journal, abandon } = await openNotes(computer, actor, around);
    const ending = new AbortController();
    const claims = new Map<number, ClaimedDelivery>();
    const windows = createWindows({
      hasProfile: (account) => around.world.homes.get(account) === computer.number,
      isInUse: (account) => computer.inUse.has(account),
    });
    const closeHere = () => void windows.close(Number(currentLane()));
    const agent: AgentContext = {
      api: createClient({
        baseUrl: serverAddress,
        getToken: () => computer.token,
        fetch: callsOf(computer, actor, around),
      }),
      server: serverAddress,
      isPaired: true,
      identity,
      findProfiles: (paths) =>
        Promise.resolve(paths.map((path) => ({ isMine: around.hasPath(computer.number, path), folder: path }))),
      windows,
      instagram: siteOf(computer, { actor, claims }, around, closeHere),
      pagePacks: await openPagePacks({ dataDir: computer.folder, server: serverAddress, say: nobody.say }),
      journal,
      diagnosticReports: openDiagnosticReports(computer.folder),
      terminal: nobody,
      log: silent,
      state: freshState({ isPaused: false }),
      signal: ending.signal,
      fail: (error) => around.failed(computer, error),
      maySignIn: true,
      maxWindows: 10,
      timing: defaultTiming,
    };
    await recordInterrupted(agent);
    state.isStarting = false;
    return runOf({ computer, actor, agent, claims, stop: () => ending.abort(), abandon });
  });
}

/** Signs off as an agent does when it stops: only if it has reported everything to the server. */
async function signOff(agent: AgentContext): Promise<void> {
  await reportUnacknowledged(agent, { signal: AbortSignal.timeout(agent.timing.lastReportMs) });
  if (isAllReported(agent)) await agent.api('POST /api/agent/sign-off', {}, { timeoutMs: 3000 }).catch(() => undefined);
}

type Parts = Pick<AgentRun, 'actor' | 'agent' | 'claims' | 'stop' | 'abandon'> & { computer: Computer };

function runOf({ computer, actor, agent, claims, stop, abandon }: Parts): AgentRun {
  const lanes: AgentRun['lanes'] = new Map();
  const sync = createSync(agent, 'https://instagram.test');
  const syncOnce = async (): Promise<void> => {
    const synced = await sync();
    if (synced === null) return;
    computer.syncedAt = trueNow();
    computer.work = synced.answer.accounts.map(({ profile_id, due_at }) => ({ account: profile_id, dueAt: due_at }));
    await reportUnacknowledged(agent);
  };
  const begin = (lane: string): void => {
    const state: LaneState = { isOver: false, notBefore: lanes.get(lane)?.notBefore ?? null, hadSomebody: false };
    lanes.set(lane, state);
    const work = async (): Promise<void> => {
      if (lane === 'sync') return syncOnce();
      if (lane === 'sign off') return signOff(agent);
      const turn = await runClaim(agent, Number(lane));
      state.hadSomebody = turn.delivery !== null;
      state.notBefore = turn.delivery === null && turn.notBefore !== null ? Date.parse(turn.notBefore) : null;
    };
    const survive = (error: unknown): void => {
      const isGone = error instanceof ApiError && error.code === 'not_found';
      const permanent = isGone ? null : permanentFailure(error, agent.server);
      if (lane === 'sync' || permanent !== null) agent.fail(error instanceof Error ? error : new Error(String(error)));
    };
    inFrame({ side: 'agent', actor, lane }, () => {
      void work()
        .catch(survive)
        .finally(() => {
          state.isOver = true;
        });
    });
  };
  return { actor, agent, lanes, claims, begin, stop, abandon };
}

/** Records the claim in a response, and returns it. Returns null if the response contains no claim. */
export function noteClaim(run: AgentRun, body: string): ClaimedDelivery | null {
  const answer: unknown = JSON.parse(body);
  if (typeof answer !== 'object' || answer === null || !('delivery' in answer) || answer.delivery === null) return null;
  const claim = claimedDeliverySchema.parse(answer.delivery);
  run.claims.set(claim.profile_id, claim);
  return claim;
}
