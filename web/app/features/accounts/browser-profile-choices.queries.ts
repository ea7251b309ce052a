import { isPersonalProfile } from '@sandpiper/contract/default-profiles';
import { useQuery } from '@tanstack/react-query';
import { useAgentPresence } from '../../platform/agent-presence.ts';
import { isUnderWay } from '../../platform/agent-requests.ts';
import { useAllAccounts } from '../../platform/all-accounts.ts';
import { call } from '../../platform/api.ts';
import { isOfComputer, isSamePath } from '../../platform/browser-profiles.ts';
import type { ComputerChoice } from '../../platform/computers.ts';
import { accountTexts } from './accounts.texts.ts';

const listPollMs = 3000;

/**
 * Loads the Firefox profiles on the chosen computer. Leaves out personal profiles, and profiles whose path an account on any
 * computer already uses. Whenever the form opens or the computer changes, asks the agent for a new list, and then polls the
 * requests every three seconds. Until the new list arrives, returns the previous list.
 */
export function useBrowserProfileChoices(isOpen: boolean, { computers, computer, isLoading }: ComputerChoice) {
  const isWanted = isOpen && !isLoading;
  const asked = useQuery({
    queryKey: ['browser-profiles', 'ask-for-choices', computer?.id],
    queryFn: ({ signal }) => call('GET /api/firefox-profiles', { query: { computer_id: computer?.id } }, { signal }),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { errorToast: accountTexts.toasts.fetchFirefoxFailed },
  });
  const requests = useQuery({
    queryKey: ['browser-profiles', 'requests'],
    queryFn: ({ signal }) => call('GET /api/firefox-profiles/requests', undefined, { signal }),
    enabled: isWanted && asked.isSuccess,
    refetchInterval: listPollMs,
  });
  const presence = useAgentPresence();
  const isOnline = computer?.is_online ?? presence.isOnline;
  const taken = useAllAccounts({ isWanted }).data?.profiles ?? [];
  const own = requests.data?.requests.filter((request) => isOfComputer(request, computer)) ?? [];
  const lists = own.filter((request) => request.request_type === 'list');
  const newest = lists.find((request) => request.status === 'completed');
  const profiles = newest?.results?.profiles ?? [];
  const isLooking = asked.isFetching || lists.some(isUnderWay);
  // A profile that isn't in the list may still exist if the list is old, or if the agent couldn't read a file that lists profiles. If the
  // user has several computers, a typed path may also be on another one.
  const isComplete = newest !== undefined && newest.results?.error === null && !isLooking;
  const knowsAll = isComplete && isOnline === true && computers.length <= 1;
  return {
    isOnline,
    /** Returns true only if the list is certain to contain all profiles, and `matches` returns false for each profile's path. */
    hasNone: (matches: (path: string) => boolean) => knowsAll && !profiles.some(({ path }) => matches(path)),
    profiles: profiles.filter(
      (profile) =>
        !isPersonalProfile(profile) && !taken.some((account) => isSamePath(account.profile_path, profile.path)),
    ),
    isLooking,
  };
}

export type BrowserProfileChoices = ReturnType<typeof useBrowserProfileChoices>;
