import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';

const activeKey = ['campaign-log', 'active'];

const whyMs = 5000;

/** Fetches up to 100 campaigns with the given status. */
async function readCampaigns(status: 'running' | 'paused', signal: AbortSignal): Promise<CampaignRow[]> {
  return (await call('GET /api/campaigns', { query: { status, page: 1, limit: 100 } }, { signal })).campaigns;
}

/** Returns the running and paused campaigns, at most 100 of each, or undefined until they have loaded. */
export function useActiveCampaigns(): readonly CampaignRow[] | undefined {
  return useQuery({
    queryKey: activeKey,
    queryFn: async ({ signal }) => {
      const found = await Promise.all([readCampaigns('running', signal), readCampaigns('paused', signal)]);
      // A campaign whose status changed between the two requests can be in both responses.
      return [...new Map(found.flat().map((campaign) => [campaign.id, campaign])).values()];
    },
    // The reason why a campaign isn't sending can change without an event, so this query polls.
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') === true ? whyMs : false),
  }).data;
}

/**
 * Refetches the active campaigns whenever a campaign's status changes. Mounted once around all signed-in screens, so that it also works
 * while the log is hidden.
 */
export function useLiveActiveCampaigns(): void {
  useRefetchOnEvent('campaign_update', activeKey, 0);
}
