import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { recordUpdate } from '../../platform/campaign-updates.ts';
import { useLiveEvent } from '../../platform/live.tsx';
import { campaignKey, campaignsKey, patchCampaign, performanceKey, unknownKey } from './campaigns.queries.ts';

/** The shortest time between two refetches of a campaign's details. Campaigns send fast in sandbox mode. */
const refreshMs = 2000;

/** Keeps every campaign on screen up to date. Mounted once around all signed-in screens. */
export function useLiveCampaigns(): void {
  const queryClient = useQueryClient();
  const waiting = useRef(new Map<number, ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const timers = waiting.current;
    return () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    };
  }, []);

  function refreshSoon(id: number) {
    if (waiting.current.has(id)) return;
    const timer = setTimeout(() => {
      waiting.current.delete(id);
      void queryClient.invalidateQueries({ queryKey: campaignKey(id) });
      void queryClient.invalidateQueries({ queryKey: performanceKey(id) });
      void queryClient.invalidateQueries({ queryKey: unknownKey(id) });
    }, refreshMs);
    waiting.current.set(id, timer);
  }

  useLiveEvent('campaign_update', ({ campaign_id, status }) => {
    if (status !== 'deleted') {
      recordUpdate(queryClient, campaign_id, { status });
      patchCampaign(queryClient, campaign_id, { status });
    }
    void queryClient.invalidateQueries({ queryKey: campaignsKey });
    // Accounts may have changed too: whether they are in use or on hold.
    void queryClient.invalidateQueries({ queryKey: ['profiles'] });
  });

  useLiveEvent('campaign_progress_update', ({ campaignId, total_sent, total_failed, total_list }) => {
    const counters = { total_sent, total_failed, total_list };
    recordUpdate(queryClient, campaignId, counters);
    patchCampaign(queryClient, campaignId, counters);
    refreshSoon(campaignId);
  });

  // The rate, the expected end and the reason why nothing is being sent depend on the agent.
  useLiveEvent('agent_presence', () => void queryClient.invalidateQueries({ queryKey: campaignsKey }));

  useLiveEvent('campaign_log', ({ campaign_id }) => refreshSoon(campaign_id));
}
