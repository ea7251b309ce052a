import type { Account } from '@sandpiper/contract/accounts';
import { isHiddenAccount } from '@sandpiper/contract/default-profiles';
import { useQuery } from '@tanstack/react-query';
import { untilHoldsEnd } from '../../../platform/all-accounts.ts';
import { call } from '../../../platform/api.ts';
import { campaignFormTexts } from '../campaign-form.texts.ts';
import { campaignListsKey } from '../campaigns.queries.ts';

const { toasts: texts } = campaignFormTexts;

/** Only the newest campaigns are loaded. If an older campaign uses an account, the account's `in_use_by` names that campaign. */
const newestCampaigns = { page: 1, limit: 100 };

export type CampaignReference = NonNullable<Account['in_use_by']>;

type ChoiceOptions = {
  /** The IDs of the campaign's current accounts, which are offered even if they are switched off or hidden. */
  own?: readonly number[];
};

/** Loads all accounts that a campaign can use, and determines which of them are already in use. */
export function useAccountChoices({ own }: ChoiceOptions = {}) {
  const accounts = useQuery({
    queryKey: ['campaigns', 'create', 'profiles'],
    queryFn: ({ signal }) => call('GET /api/profiles', undefined, { signal }),
    refetchInterval: untilHoldsEnd,
    meta: { errorToast: texts.fetchAccountsFailed, isPolled: true },
  });
  const campaigns = useQuery({
    queryKey: [...campaignListsKey, 'in-use'],
    queryFn: ({ signal }) => call('GET /api/campaigns', { query: newestCampaigns }, { signal }),
    meta: { errorToast: texts.fetchCampaignsFailed },
  });

  const busy = new Map<number, CampaignReference>();
  for (const campaign of campaigns.data?.campaigns ?? []) {
    if (campaign.status === 'running') for (const id of campaign.profiles_used) busy.set(id, campaign);
  }
  for (const account of accounts.data?.profiles ?? []) {
    if (account.in_use_by !== null) busy.set(account.id, account.in_use_by);
  }
  return {
    accounts: accounts.data?.profiles.filter((account) => isOffered(account) || own?.includes(account.id) === true),
    /** The running campaign that uses an account, by account ID. */
    busy,
    accountsQuery: accounts,
    isFetched: accounts.isFetched && campaigns.isFetched,
  };
}

function isOffered(account: Account): boolean {
  return account.is_active === 1 && !isHiddenAccount(account);
}
