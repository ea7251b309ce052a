import type { CampaignLog } from '@sandpiper/contract/campaign-logs';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { logPanelSize } from '@sandpiper/contract/limits';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../platform/api.ts';
import { useConnectionCount, useLiveEvent } from '../../platform/live.tsx';
import { useActiveCampaigns } from './active-campaigns.ts';
import { emptyLog, hasGapBefore, withEntries, withoutCampaign } from './log-entries.ts';

const none: readonly CampaignRow[] = [];

/**
 * Fetches a campaign's newest entries, enough to fill the panel. Includes entries that are already in the log, because they
 * might have been corrected.
 */
async function readNewest(id: number, lastSeq: number | undefined): Promise<CampaignLog[]> {
  if (lastSeq === undefined) return (await call('GET /api/campaigns/:id', { params: { id } })).campaign.logs;
  const read = (after: number) =>
    call('GET /api/campaigns/:id/logs', { params: { id }, query: { after_seq: Math.max(0, after), limit: 100 } });
  const { logs, last_seq } = await read(lastSeq - logPanelSize);
  if (last_seq <= (logs.at(-1)?.seq ?? lastSeq)) return logs;
  return (await read(last_seq - logPanelSize)).logs;
}

/** Returns the running and paused campaigns, and the newest log entries, including those of campaigns that have ended since. */
export function useCampaignLog() {
  const [log, setLog] = useState(emptyLog);
  const connections = useConnectionCount();
  const active = useActiveCampaigns() ?? none;
  const ids = active.map((each) => each.id).join(',');

  async function catchUp(id: number) {
    try {
      const newest = await readNewest(id, log.lastSeq.get(id));
      setLog((state) => withEntries(state, newest, true));
    } catch (error) {
      // There is no need to retry, because a reconnect triggers another fetch, and so does the next entry after a gap.
      console.warn('The campaign log could not be read', error);
    }
  }
  const catchUpAll = useEffectEvent(() => {
    // Also fetch the entries of campaigns that have ended, because they can still be corrected.
    const shown = [...active.map((each) => each.id), ...log.entries.map((entry) => entry.campaign_id)];
    for (const id of new Set(shown)) void catchUp(id);
  });

  useEffect(() => {
    catchUpAll();
  }, [ids, connections]);

  useLiveEvent('campaign_log', (entry) => {
    if (hasGapBefore(log, entry)) void catchUp(entry.campaign_id);
    setLog((state) => withEntries(state, [entry], false));
  });

  useLiveEvent('campaign_update', ({ campaign_id, status }) => {
    if (status === 'deleted') setLog((state) => withoutCampaign(state, campaign_id));
  });

  return { entries: log.entries, active };
}
