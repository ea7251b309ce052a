import { poll } from '../platform/clock.ts';
import { windowBytes } from '../platform/config.ts';
import { UserError } from '../platform/errors.ts';
import type { BrowserRecords } from './browser.records.ts';
import { ProfileHeld } from './firefox.process.ts';
import type { FirefoxSession } from './firefox.session.ts';
import type { Page } from './page.ts';
import type { ProfileHolder } from './profile.lock.ts';

/** An account and the browser profile it lives in, as the server names them. */
export type WindowAccount = { profile_id: number; profile_name: string; profile_path: string };

/** One Firefox that the agent has open for an account. */
export type AccountWindow = {
  profileId: number;
  profileName: string;
  /** The campaign it works for; null: opened for the user, or for a check. */
  campaignId: number | null;
  isForUser: boolean;
  /** One thing at a time is done in a window: see `occupy`. */
  isBusy: boolean;
  /** The account's owner has to look at something in it. */
  isWaitingForUser: boolean;
  /** Milliseconds of the process's own clock. */
  usedAt: number;
  /** The agent's own tab. */
  page: () => Promise<Page>;
  /** The user's tab: never the one the agent works in. */
  frontPage: () => Promise<Page>;
};

/** The account's profile cannot be opened just now: most often it is open in a Firefox that is not ours. */
export class ProfileInUse extends UserError {
  constructor(
    name: string,
    message = `The Firefox profile of ${name} is open in another Firefox window. Close that window and the agent continues.`,
  ) {
    super(message);
    this.name = 'ProfileInUse';
  }
}

/** The account was given another profile, and something is still being done in the window of the one before. */
export class FormerProfileInUse extends ProfileInUse {}

function formerProfileInUse({ profile_name: name }: WindowAccount): ProfileInUse {
  return new FormerProfileInUse(
    name,
    `${name} has a new Firefox profile, and the window of the old one is still in use. The agent continues when that is done.`,
  );
}

/** Nothing else keeps a user from opening more windows than the computer can hold. */
function tooLittleMemory({ profile_name: name }: WindowAccount, openCount: number): UserError {
  const gigabytes = (windowBytes / 1024 ** 3).toFixed(1);
  const open = `The agent has ${openCount} ${openCount === 1 ? 'window' : 'windows'} open`;
  return new UserError(
    `That computer doesn't have enough free memory for a window for ${name}, which needs ${gigabytes} GB. ${open}. Close some of them, or other programs, and try again.`,
  );
}

export type OpenUse = { campaignId: number | null; isForUser: boolean };

/** The Firefox windows of this agent, one for each account. */
export type Windows = {
  /**
   * Opens the account's window or answers the open one; where the account has another browser profile by now, that is closed
   * first. Throws {@link ProfileInUse}, or what the user has to do.
   */
  open: (account: WindowAccount, use: OpenUse) => Promise<AccountWindow>;
  find: (profileId: number) => AccountWindow | null;
  list: () => AccountWindow[];
  close: (profileId: number) => Promise<void>;
  closeAll: () => Promise<void>;
};

export type WindowsOptions = {
  /** The folder for an account's path, or a refusal. */
  folderFor: (path: string) => Promise<string>;
  /** Tells the number of the process as soon as it has one. */
  start: (folder: string, onSpawn: (pid: number) => Promise<void>) => Promise<FirefoxSession>;
  holderOf: (folder: string) => Promise<ProfileHolder | null>;
  records: BrowserRecords;
  /** Bytes that a window could still be given. */
  availableMemory: () => Promise<number>;
  /** How long something that is done in a window of a former profile may take. */
  patienceMs?: number;
};

type Entry = { window: AccountWindow; session: FirefoxSession; path: string };

/** Waits until nothing else is done in the window, and takes it; false when the time is over. `vacate` gives it back. */
export async function occupy(window: AccountWindow, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
  const take = (): true | null => (window.isBusy ? null : (window.isBusy = true));
  const limits = signal === undefined ? { timeoutMs } : { timeoutMs, signal };
  return (await poll(take, limits)) === true;
}

export function vacate(window: AccountWindow): void {
  Object.assign(window, { isBusy: false, usedAt: performance.now() });
}

type Tabs = Record<'agent' | 'user', () => Promise<Page>>;

/** Whoever comes first gets the tab the window opened with; the other, and whoever closed theirs, gets a new one. */
function tabsOf(session: FirefoxSession): Tabs {
  let isFirstTaken = false;
  const tab = (): (() => Promise<Page>) => {
    let current: Promise<Page> | null = null;
    return async () => {
      if (current !== null && !(await current).isClosed()) return current;
      const found = isFirstTaken ? session.newPage() : session.firstPage();
      isFirstTaken = true;
      // One that could not be had is asked for anew the next time.
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

/** Starts windows one after another: several Firefoxes that start together hold each other up. */
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
      // The lock does not tell on every system.
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
  const startNext = createStarts(options, entries);

  const close = async (profileId: number): Promise<void> => {
    const entry = entries.get(profileId);
    if (entry === undefined) return;
    entries.delete(profileId);
    await entry.session.close();
  };

  /** Closes the window of a profile that is the account's no more, the user's own as well; not in the middle of something. */
  const leaveFormer = async (account: WindowAccount): Promise<void> => {
    const former = entries.get(account.profile_id);
    if (former?.session.isRunning() !== true) return;
    if (!(await occupy(former.window, options.patienceMs ?? 60_000))) throw formerProfileInUse(account);
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
    const started = leaveFormer(account)
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
      await Promise.all([...entries.keys()].map(close));
    },
  };
}
