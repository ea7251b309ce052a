import type { Account } from '@sandpiper/contract/accounts';
import { looksLikeBrowserDefault } from '@sandpiper/contract/default-profiles';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { campaignListsKey } from './campaigns.queries.ts';

const firstHundred = { page: 1, limit: 100 };

type ChoiceOptions = {
  /** Those a campaign has already: offered also when they are switched off. With them, all accounts are asked for. */
  own?: readonly number[];
};

/** The accounts that may be chosen for a campaign, with those in use. */
export function useAccountChoices({ own }: ChoiceOptions = {}) {
  const query = own === undefined ? firstHundred : {};
  const accounts = useQuery({
    queryKey: ['campaigns', 'create', 'profiles', query],
    queryFn: ({ signal }) => call('GET /api/profiles', { query }, { signal }),
    meta: { errorToast: 'Failed to fetch profiles' },
  });
  const campaigns = useQuery({
    queryKey: [...campaignListsKey, 'in-use'],
    queryFn: ({ signal }) => call('GET /api/campaigns', { query: firstHundred }, { signal }),
    meta: { errorToast: 'Failed to fetch campaigns' },
  });

  const busy = new Map<number, string>();
  for (const campaign of campaigns.data?.campaigns ?? []) {
    if (campaign.status === 'running') for (const id of campaign.profiles_used) busy.set(id, campaign.name);
  }
  for (const account of accounts.data?.profiles ?? []) {
    if (account.in_use_by !== null) busy.set(account.id, account.in_use_by.name);
  }
  return {
    accounts: accounts.data?.profiles.filter((account) => isOffered(account) || own?.includes(account.id) === true),
    hasMoreAccounts: own === undefined && (accounts.data?.pagination.totalItems ?? 0) > firstHundred.limit,
    /** The running campaign of each account that is in use. */
    busy,
    accountsQuery: accounts,
    isFetched: accounts.isFetched && campaigns.isFetched,
  };
}

function isOffered(account: Account): boolean {
  return account.is_active === 1 && !looksLikeBrowserDefault(account.profile_name, account.profile_path);
}
