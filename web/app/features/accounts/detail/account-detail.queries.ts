import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { useRefetchOnEvent } from '../../../platform/refetch-on-event.ts';
import { accountsKey } from '../accounts.queries.ts';

const keyOf = (id: number) => [...accountsKey, 'detail', id] as const;

/** How often the account's page refetches its data. Polling is needed because no event announces the start of a new day. */
const refetchMs = 60_000;

export function useAccountDetail(id: number) {
  const queryKey = keyOf(id);
  useRefetchOnEvent(['campaign_log', 'campaign_update', 'agent_presence'], queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/profiles/:id', { params: { id } }, { signal }),
    refetchInterval: refetchMs,
  });
}
