import type { Account } from '@sandpiper/contract/accounts';
import { looksLikeBrowserDefault } from '@sandpiper/contract/default-profiles';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { campaignListsKey } from './campaigns.queries.ts';

const firstHundred = { page: 1, limit: 100 };

/** What a campaign is made of: templates, lists, and the accounts that may be chosen, with those in use. */
export function useCreateData() {
  const templates = useQuery({
    queryKey: ['campaigns', 'create', 'templates'],
    queryFn: ({ signal }) => call('GET /api/templates', undefined, { signal }),
    meta: { errorToast: 'Failed to fetch templates' },
  });
  const lists = useQuery({
    queryKey: ['campaigns', 'create', 'lists'],
    queryFn: ({ signal }) => call('GET /api/lists', undefined, { signal }),
    meta: { errorToast: 'Failed to fetch lists' },
  });
  const accounts = useQuery({
    queryKey: ['campaigns', 'create', 'profiles'],
    queryFn: ({ signal }) => call('GET /api/profiles', { query: firstHundred }, { signal }),
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
  const needed = [templates, lists, accounts];
  return {
    templates: templates.data?.templates,
    lists: lists.data?.lists,
    accounts: accounts.data?.profiles.filter(isOffered),
    hasMoreAccounts: (accounts.data?.pagination.totalItems ?? 0) > firstHundred.limit,
    /** The running campaign of each account that is in use. */
    busy,
    /** Without one of these nothing can be chosen. */
    hasFailed: needed.some((part) => part.isError && part.data === undefined),
    retry: () => needed.filter((part) => part.isError).forEach((part) => void part.refetch()),
    isFetched: [templates, lists, accounts, campaigns].every((part) => part.isFetched),
  };
}

function isOffered(account: Account): boolean {
  return account.is_active === 1 && !looksLikeBrowserDefault(account.profile_name, account.profile_path);
}
