import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pino from 'pino';
import type { AccountWindow, Windows } from '../browser/window.registry.ts';
import type { Page } from '../browser/page.ts';
import { createApi } from '../platform/api-client.ts';
import { journalFile } from '../platform/journal.file.ts';
import { openDiagnosticReports } from '../platform/diagnostic-reports.ts';
import { openJournal } from '../platform/journal.ts';
import type { CheckJob, Instagram, SendJob } from '../sites/instagram/instagram.ts';
import { openPagePacks } from '../sites/instagram/page/pack/page-packs.ts';
import { freshState, defaultTiming, type AgentContext } from '../tasks/agent.context.ts';
import type { FakeServer } from './fake-server.state.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { TemporaryFolder } from './temporary-folder.ts';

/** A page that does nothing. */
export const blankPage: Page = {
  url: () => 'about:blank',
  open: () => Promise.resolve(200),
  reload: () => Promise.resolve(200),
  read: () => Promise.resolve(null),
  clickAt: () => Promise.resolve(true),
  type: () => Promise.resolve(),
  press: () => Promise.resolve(),
  selectAll: () => Promise.resolve(),
  listen: () => () => undefined,
  hasCookie: () => Promise.resolve(true),
  bringToFront: () => Promise.resolve(),
  close: () => Promise.resolve(),
  isClosed: () => false,
};

export type FakeWindows = Windows & { most: number; refuse: Error | null };

/**
 * Returns fake windows that open immediately. `most`: the highest number of windows that were open at the same time. `refuse`: the error
 * with which windows fail to open, or null if they open.
 */
export function fakeWindows(): FakeWindows {
  const open = new Map<number, AccountWindow>();
  const windows: FakeWindows = {
    most: 0,
    refuse: null,
    open: (account, use) => {
      if (windows.refuse !== null) return Promise.reject(windows.refuse);
      const page = (): Promise<Page> => Promise.resolve(blankPage);
      const window = open.get(account.profile_id) ?? {
        profileId: account.profile_id,
        profileName: account.profile_name,
        campaignId: use.campaignId,
        isForUser: use.isForUser,
        isBusy: false,
        isWaitingForUser: false,
        usedAt: performance.now(),
        page,
        frontPage: page,
      };
      if (use.isForUser) window.isForUser = true;
      open.set(account.profile_id, window);
      windows.most = Math.max(windows.most, open.size);
      return Promise.resolve(window);
    },
    find: (profileId) => open.get(profileId) ?? null,
    list: () => [...open.values()],
    close: (profileId) => {
      open.delete(profileId);
      return Promise.resolve();
    },
    closeAll: () => {
      open.clear();
      return Promise.resolve();
    },
  };
  return windows;
}

export type FakeInstagram = Instagram & { sends: SendJob[]; checks: CheckJob[] };

/** Returns a fake site on which everything succeeds, unless a test replaces a method. */
export function fakeInstagram(): FakeInstagram {
  const site: FakeInstagram = {
    sends: [],
    checks: [],
    send: async (_page, job) => {
      site.sends.push(job);
      const permission = await job.beforeSend({ tail: ['mark'], account: null });
      if (!permission.maySend) return permission.report;
      return { outcome: 'sent', sentAt: new Date().toISOString() };
    },
    check: (_page, job) => {
      site.checks.push(job);
      return Promise.resolve({ outcome: 'sent', sentAt: new Date().toISOString() });
    },
    checkPages: () => Promise.resolve({ state: 'as_expected' }),
    signIn: () => Promise.resolve({ state: 'signed_in' }),
    countUnread: () => Promise.resolve({ count: 2, exact: true }),
    show: () => Promise.resolve(),
  };
  return site;
}

export type FakeAgent = AgentContext & {
  windows: FakeWindows;
  instagram: FakeInstagram;
  dataDir: string;
  lines: string[];
  failures: Error[];
  stop: () => void;
  cleanUp: () => Promise<void>;
};

/** Returns the given folder, which the caller removes, or a temporary folder if none is given. */
async function folderOf(given: string | undefined): Promise<TemporaryFolder> {
  return given === undefined ? temporaryFolder() : { path: given, remove: () => Promise.resolve() };
}

/** Builds an agent with a fake browser and a fake site, connected to a fake server over real HTTP. */
export async function buildAgent(server: FakeServer, given: { dataDir?: string } = {}): Promise<FakeAgent> {
  const { path: dataDir, remove: cleanUp } = await folderOf(given.dataDir);
  const stopping = new AbortController();
  const lines: string[] = [];
  const failures: Error[] = [];
  const say = (text: string): void => void lines.push(text);
  return {
    api: createApi(server.url, server.behavior.token),
    server: server.url,
    isPaired: true,
    identity: { installation_id: randomUUID(), process_id: randomUUID(), previous_process_id: null },
    findProfiles: (paths) => Promise.resolve(paths.map((path) => ({ isMine: true, folder: path }))),
    windows: fakeWindows(),
    instagram: fakeInstagram(),
    pagePacks: await openPagePacks({ dataDir, server: server.url, say }),
    journal: await openJournal(journalFile(join(dataDir, 'journal.jsonl'))),
    diagnosticReports: openDiagnosticReports(join(dataDir, 'diagnostic-reports')),
    terminal: { say, print: say, warn: say },
    log: pino({ level: 'silent' }),
    state: freshState({ isPaused: false }),
    signal: stopping.signal,
    fail: (error) => {
      failures.push(error);
      stopping.abort();
    },
    maySignIn: true,
    maxWindows: 2,
    timing: {
      ...defaultTiming,
      shortestPauseMs: 0,
      presenceMs: 100,
      restMs: 100,
      reconnectMs: 20,
      runningTwiceMs: 100,
      cooldownMs: 200,
      releasedMs: 500,
      idleWindowMs: 60_000,
    },
    dataDir,
    lines,
    failures,
    stop: () => stopping.abort(),
    cleanUp,
  };
}
