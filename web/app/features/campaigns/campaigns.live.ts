import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { recordUpdate } from '../../platform/campaign-updates.ts';
import { useLiveEvent } from '../../platform/live.tsx';
import { useRefetchOnEvent } from '../../platform/refetch-on-event.ts';
import { campaignKey, campaignsKey, patchCampaign, performanceKey, unknownKey } from './campaigns.queries.ts';

/** How long to collect events before refetching a campaign's details. In sandbox mode, campaigns cause many events per second. */
const refreshMs = 2000;

/** Keeps the campaign list and the campaigns' pages up to date. Mounted once around all signed-in screens. */
export function useLiveCampaigns(): void {
  const queryClient = useQueryClient();
  const waiting = useRef(new Set<number>());

  function refreshSoon(id: number) {
    if (waiting.current.has(id)) return;
    waiting.current.add(id);
    setTimeout(() => {
      waiting.current.delete(id);
      void queryClient.invalidateQueries({ queryKey: campaignKey(id) });
      void queryClient.invalidateQueries({ queryKey: performanceKey(id) });
      void queryClient.invalidateQueries({ queryKey: unknownKey(id) });
    }, refreshMs);
  }

  function refreshAccounts() {
    void queryClient.invalidateQueries({ queryKey: campaignsKey });
    void queryClient.invalidateQueries({ queryKey: ['profiles'] });
  }

  useLiveEvent('campaign_update', ({ campaign_id, status }) => {
    if (status !== 'deleted') {
      recordUpdate(queryClient, campaign_id, { status });
      patchCampaign(queryClient, campaign_id, { status });
    }
    // An account's `in_use_by` or hold may have changed too.
    refreshAccounts();
  });
  useLiveEvent('account_update', refreshAccounts);

  useLiveEvent('campaign_progress_update', ({ campaignId, total_sent, total_failed, total_list }) => {
    const counters = { total_sent, total_failed, total_list };
    recordUpdate(queryClient, campaignId, counters);
    patchCampaign(queryClient, campaignId, counters);
    refreshSoon(campaignId);
  });

  // A campaign's rate, expected end and reasons depend on whether the agent is online and whether the user has a subscription.
  useRefetchOnEvent(['agent_presence', 'user_update'], campaignsKey, 0);

  useLiveEvent('campaign_log', ({ campaign_id }) => refreshSoon(campaign_id));
}
