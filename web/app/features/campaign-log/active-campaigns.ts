import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { useLiveEvent } from '../../platform/live.tsx';

const activeKey = ['campaign-log', 'active'];

const whyMs = 5000;

/** Reads the campaigns with one status. */
async function readCampaigns(status: 'running' | 'paused', signal: AbortSignal): Promise<CampaignRow[]> {
  return (await call('GET /api/campaigns', { query: { status, page: 1, limit: 100 } }, { signal })).campaigns;
}

/** Returns the running and paused campaigns; undefined until known. */
export function useActiveCampaigns(): readonly CampaignRow[] | undefined {
  return useQuery({
    queryKey: activeKey,
    queryFn: async ({ signal }) => {
      const found = await Promise.all([readCampaigns('running', signal), readCampaigns('paused', signal)]);
      // A campaign whose status changed between the two calls may be in both answers.
      return [...new Map(found.flat().map((campaign) => [campaign.id, campaign])).values()];
    },
    // The reason why a campaign isn't sending often appears or disappears without an event.
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') === true ? whyMs : false),
  }).data;
}

/** Refetches these campaigns whenever a status changes. Mounted once around all signed-in screens, even while no log is shown. */
export function useLiveActiveCampaigns(): void {
  const queryClient = useQueryClient();
  useLiveEvent('campaign_update', () => {
    void queryClient.invalidateQueries({ queryKey: activeKey });
  });
}
