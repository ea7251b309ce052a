import type { Account } from '@sandpiper/contract/accounts';
import { isHiddenAccount } from '@sandpiper/contract/default-profiles';
import { useQuery } from '@tanstack/react-query';
import { isUnderWay } from '../../platform/agent-requests.ts';
import { useAllAccounts } from '../../platform/all-accounts.ts';
import { call } from '../../platform/api.ts';
import { unreadChecksTexts } from './unread-checks.texts.ts';

const texts = unreadChecksTexts.toasts;

/** Only the newest campaigns are loaded. If an older campaign uses an account, the account's `in_use_by` names that campaign. */
const newestCampaigns = { page: 1, limit: 100 };

/** How often a check is polled after it has timed out, in case the live connection is blocked. */
const lateCheckMs = 30_000;

/** Loads the newest check. `lateId` is the ID of a check that has timed out. If that check is the newest, it is polled until it ends. */
export function useLatestCheck(lateId: number | null) {
  return useQuery({
    queryKey: ['unread-checks', 'latest'],
    queryFn: ({ signal }) =>
      call('GET /api/unread-checker/requests/history', { query: { page: 1, limit: 1 } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.requests[0]?.id === lateId && data?.requests.some(isUnderWay) ? lateCheckMs : false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { errorToast: texts.resultsFailed, isPolled: true },
  });
}

/** An account, and the running campaign that uses the account. `usedBy` is null if there is no such campaign. */
export type AccountToCheck = { account: Account; usedBy: Account['in_use_by'] };

/** Whether an account can be checked. Accounts that are in use or on hold can't. */
export function isFree({ account, usedBy }: AccountToCheck): boolean {
  return usedBy === null && account.hold === null;
}

/**
 * Loads the accounts that are switched on and not hidden, each with the running campaign that uses it, if any. `choices` is undefined
 * while loading, or if the accounts couldn't be loaded.
 */
export function useChoices() {
  const accounts = useAllAccounts({ errorToast: texts.accountsFailed });
  const campaigns = useQuery({
    queryKey: ['campaigns', 'list', 'in-use'],
    queryFn: ({ signal }) => call('GET /api/campaigns', { query: newestCampaigns }, { signal }),
    meta: { errorToast: texts.campaignsFailed },
  });
  const known = campaigns.data?.campaigns ?? [];
  const running = known.filter((campaign) => campaign.status === 'running');
  const userOf = ({ id, in_use_by }: Account) => {
    const campaign = running.find((each) => each.profiles_used.includes(id));
    if (campaign !== undefined) return campaign;
    // An event updates a loaded campaign immediately, but accounts only after a refetch. Therefore, `in_use_by` is used only for campaigns
    // that aren't loaded.
    return in_use_by === null || known.some((each) => each.id === in_use_by.id) ? null : in_use_by;
  };
  const choices = accounts.data?.profiles
    .filter((account) => account.is_active === 1)
    .filter((account) => !isHiddenAccount(account))
    .map((account): AccountToCheck => ({ account, usedBy: userOf(account) }));
  return {
    choices: campaigns.isPending ? undefined : choices,
    /** The accounts, keyed by the path of their Firefox profile. */
    byPath: new Map(accounts.data?.profiles.map((account) => [account.profile_path, account])),
    isError: accounts.isError && accounts.data === undefined,
    retry: () => void accounts.refetch(),
  };
}
