import { isPersonalProfile } from '@sandpiper/contract/default-profiles';
import { useQuery } from '@tanstack/react-query';
import { useAllAccounts } from '../../platform/all-accounts.ts';
import { call } from '../../platform/api.ts';
import { isSamePath } from '../../platform/browser-profiles.ts';
import { isUnderWay } from './account-requests.queries.ts';
import { accountTexts } from './accounts.texts.ts';

const listPollMs = 3000;

/**
 * Loads the Firefox profiles on the agent's computer, except personal ones and those that an account already uses. Whenever the form opens,
 * asks the agent for a new list and polls for the result every three seconds. Until the new list arrives, returns the previous one.
 */
export function useBrowserProfileChoices(isWanted: boolean) {
  const asked = useQuery({
    queryKey: ['browser-profiles', 'ask-for-choices'],
    queryFn: ({ signal }) => call('GET /api/firefox-profiles', undefined, { signal }),
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
  const taken = useAllAccounts({ isWanted }).data?.profiles ?? [];
  const lists = requests.data?.requests.filter((request) => request.request_type === 'list') ?? [];
  const newest = lists.find((request) => request.status === 'completed');
  const profiles = newest?.results?.profiles ?? [];
  return {
    /** The paths of all Firefox profiles, including those in use. Undefined until the agent has sent its first list. */
    listedPaths: newest === undefined ? undefined : profiles.map(({ path }) => path),
    profiles: profiles.filter(
      (profile) =>
        !isPersonalProfile(profile) && !taken.some((account) => isSamePath(account.profile_path, profile.path)),
    ),
    isLooking: asked.isFetching || lists.some(isUnderWay),
  };
}
