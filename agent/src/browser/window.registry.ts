import { poll } from '../platform/clock.ts';
import { windowBytes } from '../platform/config.ts';
import { UserError } from '../platform/errors.ts';
import type { BrowserRecords } from './browser.records.ts';
import { ProfileHeld } from './firefox.process.ts';
import type { FirefoxSession } from './firefox.session.ts';
import type { Page } from './page.ts';
import type { ProfileHolder } from './profile.lock.ts';

/** An account and the path to its Firefox profile. As on the server, `profile_id` and `profile_name` are the account's ID and name. */
export type WindowAccount = { profile_id: number; profile_name: string; profile_path: string };

/** A Firefox window that the agent opened for an account. */
export type AccountWindow = {
  profileId: number;
  profileName: string;
  /** The campaign that last used the window, or null if the window was only opened for the user or for an unread check. */
  campaignId: number | null;
  isForUser: boolean;
  /** Whether the window is in use. Set by `acquireWindow` and `releaseWindow`. */
  isBusy: boolean;
  /** Whether the account's owner has to do something in the window. */
  isWaitingForUser: boolean;
  /** When the window was last used, as a `performance.now()` time. */
  usedAt: number;
  /** Returns the tab that the agent works in. */
  page: () => Promise<Page>;
  /** Returns the user's tab, which is never the agent's. */
  frontPage: () => Promise<Page>;
};

/** Thrown if the account's Firefox profile is in use, usually because the user opened it in Firefox. */
export class ProfileInUse extends UserError {
  constructor(
    name: string,
    message = `The Firefox profile of ${name} is open in another Firefox window. Close that window. If the account's window doesn't open then, try again.`,
  ) {
    super(message);
    this.name = 'ProfileInUse';
  }
}

/** Thrown if the account has a new Firefox profile, but the old profile's window is still in use. */
export class FormerProfileInUse extends ProfileInUse {}

function formerProfileInUse({ profile_name: name }: WindowAccount): ProfileInUse {
  return new FormerProfileInUse(
    name,
    `${name} has a new Firefox profile, and the old profile's window is still in use. Try again when that window is free.`,
  );
}

/** Returns the error to show if there is too little memory. Memory is the only limit on how many windows are opened for the user. */
function tooLittleMemory({ profile_name: name }: WindowAccount, openCount: number): UserError {
  const gigabytes = (windowBytes / 1024 ** 3).toFixed(1);
  const open = `The agent has ${openCount} ${openCount === 1 ? 'window' : 'windows'} open`;
  return new UserError(
    `There isn't enough free memory to open a window for ${name}. Each window needs ${gigabytes} GB. ${open}. Close some windows or other programs, then try again.`,
  );
}

export type OpenUse = { campaignId: number | null; isForUser: boolean };

/** This agent's Firefox windows. Each account has at most one window. */
export type Windows = {
  /**
   * Returns the account's window, opening it if needed. If the account has a new Firefox profile, first closes the old
   * profile's window. Throws {@link ProfileInUse} if the profile is in use, or another {@link UserError} if the window can't be opened.
   */
  open: (account: WindowAccount, use: OpenUse) => Promise<AccountWindow>;
  find: (profileId: number) => AccountWindow | null;
  list: () => AccountWindow[];
  close: (profileId: number) => Promise<void>;
  closeAll: () => Promise<void>;
};

export type WindowsOptions = {
  /** Returns the profile folder for an account's profile path. */
  folderFor: (path: string) => Promise<string>;
  /** Starts Firefox. Calls `onSpawn` with the process ID as soon as the process exists. */
  start: (folder: string, onSpawn: (pid: number) => Promise<void>) => Promise<FirefoxSession>;
  holderOf: (folder: string) => Promise<ProfileHolder | null>;
  records: BrowserRecords;
  /** Returns the available memory in bytes. */
  availableMemory: () => Promise<number>;
  /** How long to wait for the window of an account's old profile to become free, in milliseconds. */
  graceMs?: number;
};

type Entry = { window: AccountWindow; session: FirefoxSession; path: string };

/**
 * Waits until the window is free, then marks it as busy. Returns false after the timeout or if aborted. To free the window, call
 * `releaseWindow`.
 */
export async function acquireWindow(window: AccountWindow, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
  const take = (): true | null => (window.isBusy ? null : (window.isBusy = true));
  const limits = signal === undefined ? { timeoutMs } : { timeoutMs, signal };
  return (await poll(take, limits)) === true;
}

export function releaseWindow(window: AccountWindow): void {
  Object.assign(window, { isBusy: false, usedAt: performance.now() });
}

type Tabs = Record<'agent' | 'user', () => Promise<Page>>;

/**
 * Returns two functions that open tabs, one for the agent and one for the user. The function called first returns the tab that Firefox
 * started with. The other function opens a new tab. Later calls return the same tab again, or a new tab if that tab was closed.
 */
function tabsOf(session: FirefoxSession): Tabs {
  let isFirstTaken = false;
  const tab = (): (() => Promise<Page>) => {
    let current: Promise<Page> | null = null;
    return async () => {
      if (current !== null && !(await current).isClosed()) return current;
      const found = isFirstTaken ? session.newPage() : session.firstPage();
      isFirstTaken = true;
      // Forget a tab that couldn't be opened, so that the next call retries.
      current = found.catch((error: unknown) => {
        current = null;
        throw error;
      });
      return current;
    };
  };
  return { agent: tab(), user: tab() };
}

function describe(account: WindowAccount, use: OpenUse, session: FirefoxSession): AccountWindow {
  const tabs = tabsOf(session);
  return {
    profileId: account.profile_id,
    profileName: account.profile_name,
    campaignId: use.campaignId,
    isForUser: use.isForUser,
    isBusy: false,
    isWaitingForUser: false,
    usedAt: performance.now(),
    page: tabs.agent,
    frontPage: tabs.user,
  };
}

type Entries = Map<number, Entry>;

/** Creates a function that starts windows one at a time, because Firefox processes that start together slow each other down. */
function createStarts(options: WindowsOptions, entries: Entries) {
  let last: Promise<unknown> = Promise.resolve();

  const start = async (account: WindowAccount, use: OpenUse): Promise<AccountWindow> => {
    if (use.isForUser && (await options.availableMemory()) < windowBytes) throw tooLittleMemory(account, entries.size);
    const folder = await options.folderFor(account.profile_path);
    if ((await options.holderOf(folder)) !== null) await options.records.endOrphans(folder);
    if ((await options.holderOf(folder)) !== null) throw new ProfileInUse(account.profile_name);
    const trace = await options.records.begin(folder);
    const session = await options.start(folder, trace.started).catch(async (error: unknown) => {
      await trace.ended();
      // Firefox itself may report that the profile is in use, because the lock check isn't reliable on every system.
      throw error instanceof ProfileHeld ? new ProfileInUse(account.profile_name) : error;
    });
    const window = describe(account, use, session);
    entries.set(account.profile_id, { window, session, path: account.profile_path });
    void session.ended.then(async () => {
      if (entries.get(account.profile_id)?.session === session) entries.delete(account.profile_id);
      await trace.ended();
    });
    return window;
  };

  return (account: WindowAccount, use: OpenUse): Promise<AccountWindow> => {
    const started = last.then(() => start(account, use));
    last = started.catch(() => undefined);
    return started;
  };
}

export function createWindows(options: WindowsOptions): Windows {
  const entries: Entries = new Map();
  const opening = new Map<number, Promise<AccountWindow>>();
  /** The windows that are closing, by account ID. Firefox keeps the profile locked until it has exited. */
  const closing = new Map<number, Promise<void>>();
  const startNext = createStarts(options, entries);

  const close = (profileId: number): Promise<void> => {
    const entry = entries.get(profileId);
    if (entry === undefined) return closing.get(profileId) ?? Promise.resolve();
    entries.delete(profileId);
    const closed = entry.session.close().finally(() => closing.delete(profileId));
    closing.set(profileId, closed);
    return closed;
  };

  /**
   * Closes the account's former window, even if it was opened for the user, and waits until it has closed. First waits until the window is
   * free, unless the agent can't control it anymore. Throws {@link FormerProfileInUse} if the window doesn't become free in time.
   */
  const closeFormer = async (account: WindowAccount): Promise<void> => {
    const former = entries.get(account.profile_id);
    const isUsable = former?.session.isRunning() === true;
    if (isUsable && !(await acquireWindow(former.window, options.graceMs ?? 60_000))) throw formerProfileInUse(account);
    await close(account.profile_id);
  };

  const open = (account: WindowAccount, use: OpenUse): Promise<AccountWindow> => {
    const present = entries.get(account.profile_id);
    if (present?.session.isRunning() === true && present.path === account.profile_path) {
      const { window } = present;
      if (use.isForUser) Object.assign(window, { isForUser: true, isWaitingForUser: false });
      else window.campaignId = use.campaignId ?? window.campaignId;
      window.usedAt = performance.now();
      return Promise.resolve(window);
    }
    const underway = opening.get(account.profile_id);
    if (underway !== undefined) return underway.then(() => open(account, use));
    const started = closeFormer(account)
      .then(() => startNext(account, use))
      .finally(() => opening.delete(account.profile_id));
    opening.set(account.profile_id, started);
    return started;
  };

  return {
    open,
    find: (profileId) => entries.get(profileId)?.window ?? null,
    list: () => [...entries.values()].map((entry) => entry.window),
    close,
    closeAll: async () => {
      await Promise.allSettled(opening.values());
      await Promise.all([...entries.keys(), ...closing.keys()].map(close));
    },
  };
}
