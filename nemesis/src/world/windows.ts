import type { Page } from '../../../agent/src/browser/page.ts';
import { ProfileNotHere } from '../../../agent/src/browser/profile.access.ts';
import { ProfileInUse } from '../../../agent/src/browser/window.registry.ts';
import type { AccountWindow, Windows } from '../../../agent/src/browser/window.registry.ts';
import { blankPage } from '../../../agent/src/testing/fake-agent.ts';

/** Creates a page on which nothing happens, because the site is simulated. The page knows only whether its window is still open. */
const createPage = (isClosed: () => boolean): Page => ({ ...blankPage, isClosed });

type Given = {
  /** Returns whether this computer has the account's Firefox profile. */
  hasProfile: (account: number) => boolean;
  /** Returns whether the user has the account's Firefox profile open. */
  isInUse: (account: number) => boolean;
};

/** Creates the browser windows of one run of an agent. */
export function createWindows({ hasProfile, isInUse }: Given): Windows {
  const open = new Map<number, AccountWindow>();
  return {
    open: (account, { campaignId, isForUser }) => {
      const { profile_id: profileId, profile_name: profileName, profile_path: path } = account;
      if (!hasProfile(profileId)) return Promise.reject(new ProfileNotHere(path, '/profiles'));
      if (isInUse(profileId)) return Promise.reject(new ProfileInUse(profileName));
      const page = createPage(() => open.get(profileId) !== window);
      const window: AccountWindow = open.get(profileId) ?? {
        profileId,
        profileName,
        campaignId,
        isForUser,
        isBusy: false,
        isWaitingForUser: false,
        usedAt: performance.now(),
        page: () => Promise.resolve(page),
        frontPage: () => Promise.resolve(page),
      };
      open.set(profileId, window);
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
}
