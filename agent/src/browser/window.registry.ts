import { UserError } from '../platform/errors.ts';
import type { BrowserRecords } from './browser.records.ts';
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
  isBusy: boolean;
  /** Milliseconds of the process's own clock. */
  usedAt: number;
  /** The agent's own tab; the user's are left alone. */
  page: () => Promise<Page>;
  /** The tab it opened with, for the user. */
  frontPage: () => Promise<Page>;
};

/** The profile is open in a Firefox that is not ours. */
export class ProfileInUse extends UserError {
  constructor(name: string) {
    super(
      `The browser profile of ${name} is open in another Firefox window. Close that window, and the agent goes on.`,
    );
    this.name = 'ProfileInUse';
  }
}

export type OpenUse = { campaignId: number | null; isForUser: boolean };

/** The Firefox windows of this agent, one for each account. */
export type Windows = {
  /** Opens the account's window or answers the open one. Throws {@link ProfileInUse}, or what the user has to do. */
  open: (account: WindowAccount, use: OpenUse) => Promise<AccountWindow>;
  find: (profileId: number) => AccountWindow | null;
  list: () => AccountWindow[];
  close: (profileId: number) => Promise<void>;
  closeAll: () => Promise<void>;
};

export type WindowsOptions = {
  /** The folder for an account's path, or a refusal. */
  folderFor: (path: string) => Promise<string>;
  start: (folder: string) => Promise<FirefoxSession>;
  holderOf: (folder: string) => Promise<ProfileHolder | null>;
  records: BrowserRecords;
};

type Entry = { window: AccountWindow; session: FirefoxSession };

function reusablePage(make: () => Promise<Page>): () => Promise<Page> {
  let current: Page | null = null;
  return async () => {
    if (current === null || current.isClosed()) current = await make();
    return current;
  };
}

function describe(account: WindowAccount, use: OpenUse, session: FirefoxSession): AccountWindow {
  const first = reusablePage(() => session.firstPage());
  return {
    profileId: account.profile_id,
    profileName: account.profile_name,
    campaignId: use.campaignId,
    isForUser: use.isForUser,
    isBusy: false,
    usedAt: performance.now(),
    // A window that was opened for work has no user's tab yet: its first one is the agent's.
    page: use.isForUser ? reusablePage(() => session.newPage()) : first,
    frontPage: first,
  };
}

export function createWindows(options: WindowsOptions): Windows {
  const entries = new Map<number, Entry>();
  const opening = new Map<number, Promise<AccountWindow>>();
  // One start at a time: several Firefoxes that start together hold each other up.
  let lastStart: Promise<unknown> = Promise.resolve();

  const start = async (account: WindowAccount, use: OpenUse): Promise<AccountWindow> => {
    const folder = await options.folderFor(account.profile_path);
    if ((await options.holderOf(folder)) !== null) await options.records.endOrphans(folder);
    if ((await options.holderOf(folder)) !== null) throw new ProfileInUse(account.profile_name);
    const session = await options.start(folder);
    await options.records.add({ pid: session.pid, profile: folder });
    const window = describe(account, use, session);
    entries.set(account.profile_id, { window, session });
    void session.ended.then(async () => {
      if (entries.get(account.profile_id)?.session === session) entries.delete(account.profile_id);
      await options.records.remove(session.pid);
    });
    return window;
  };

  const open = (account: WindowAccount, use: OpenUse): Promise<AccountWindow> => {
    const present = entries.get(account.profile_id);
    if (present?.session.isRunning() === true) {
      const { window } = present;
      if (use.isForUser) window.isForUser = true;
      else window.campaignId = use.campaignId ?? window.campaignId;
      window.usedAt = performance.now();
      return Promise.resolve(window);
    }
    const underway = opening.get(account.profile_id);
    if (underway !== undefined) return underway.then(() => open(account, use));
    const started = lastStart.then(() => start(account, use)).finally(() => opening.delete(account.profile_id));
    lastStart = started.catch(() => undefined);
    opening.set(account.profile_id, started);
    return started;
  };

  const close = async (profileId: number): Promise<void> => {
    const entry = entries.get(profileId);
    if (entry === undefined) return;
    entries.delete(profileId);
    await entry.session.close();
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
