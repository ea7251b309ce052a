import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { useLiveEvent } from '../../platform/live.tsx';

const activeKey = ['campaign-log', 'active'];

const whyMs = 5000;

/** Reads the campaigns with one status. */
async function readCampaigns(status: 'running' | 'paused', signal: AbortSignal): Promise<CampaignRow[]> {
  const { campaigns } = await call('GET /api/campaigns', { query: { status, page: 1, limit: 100 } }, { signal });
  // Drops campaigns whose status changed while the server was reading them. They could otherwise be listed twice, once for each call.
  return campaigns.filter((each) => each.status === status);
}

/** Returns the running and paused campaigns; undefined until known. */
export function useActiveCampaigns(): readonly CampaignRow[] | undefined {
  return useQuery({
    queryKey: activeKey,
    queryFn: async ({ signal }) => {
      const found = await Promise.all([readCampaigns('running', signal), readCampaigns('paused', signal)]);
      return found.flat();
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
