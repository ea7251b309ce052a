import type { Campaign } from '@sandpiper/contract/campaigns';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../platform/api.ts';
import { campaignKey, campaignListsKey } from './campaigns.queries.ts';

const running = { status: 'running', page: 1, limit: 100 } as const;

/** The accounts that stopped in a running campaign until somebody does something about it, with the reason. */
export function useStoppedAccounts(): ReadonlyMap<number, string> {
  const campaigns = useQuery({
    queryKey: [...campaignListsKey, running],
    queryFn: ({ signal }) => call('GET /api/campaigns', { query: running }, { signal }),
    select: (answer) => answer.campaigns.map(({ id }) => id),
  });
  const details = useQueries({
    queries: (campaigns.data ?? []).map((id) => ({
      queryKey: campaignKey(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => call('GET /api/campaigns/:id', { params: { id } }, { signal }),
    })),
    combine: (answers) => answers.flatMap(({ data }) => (data === undefined ? [] : [data.campaign])),
  });
  return useMemo(() => stopsIn(details), [details]);
}

function stopsIn(campaigns: readonly Campaign[]): ReadonlyMap<number, string> {
  const stopped = campaigns.flatMap(({ accounts }) => accounts.filter(({ state }) => state === 'blocked'));
  return new Map(stopped.map((account) => [account.profile_id, account.text ?? 'Instagram stopped this account.']));
}
