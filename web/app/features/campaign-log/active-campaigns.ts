import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../platform/api.ts';

export const activeKey = ['campaign-log', 'active'];

/** The campaigns that run or pause; undefined until they are known. */
export function useActiveCampaigns(): readonly CampaignRow[] | undefined {
  const { data } = useQuery({
    queryKey: activeKey,
    queryFn: ({ signal }) => call('GET /api/campaigns', { query: { page: 1, limit: 100 } }, { signal }),
  });
  return useMemo(() => data?.campaigns.filter((each) => each.status === 'running' || each.status === 'paused'), [data]);
}
