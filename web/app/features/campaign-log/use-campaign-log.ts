import type { CampaignLog, CampaignRow } from '@sandpiper/contract/campaigns';
import { logPanelSize } from '@sandpiper/contract/limits';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../platform/api.ts';
import { useConnectionCount, useLiveEvent } from '../../platform/live.tsx';
import { useActiveCampaigns } from './active-campaigns.ts';
import { emptyLog, hasGapBefore, withEntries } from './log-entries.ts';

const none: readonly CampaignRow[] = [];

/** What was logged after the last entry seen, at most what the panel keeps; without one, the newest entries. */
async function readMissed(id: number, lastSeq: number | undefined): Promise<CampaignLog[]> {
  if (lastSeq === undefined) return (await call('GET /api/campaigns/:id', { params: { id } })).campaign.logs;
  const read = (after: number) =>
    call('GET /api/campaigns/:id/logs', { params: { id }, query: { after_seq: after, limit: 100 } });
  const missed = await read(lastSeq);
  if (missed.last_seq - lastSeq <= missed.logs.length) return missed.logs;
  return (await read(missed.last_seq - logPanelSize)).logs;
}

/** The campaigns that run or pause, and the newest entries of their logs. */
export function useCampaignLog() {
  const [log, setLog] = useState(emptyLog);
  const connections = useConnectionCount();
  const active = useActiveCampaigns() ?? none;
  const ids = active.map((each) => each.id).join(',');

  async function catchUp(id: number) {
    try {
      const missed = await readMissed(id, log.lastSeq.get(id));
      setLog((state) => withEntries(state, missed, true));
    } catch (error) {
      // The gap stays known: the next entry or connection fills it.
      console.warn('The campaign log could not be read', error);
    }
  }
  const catchUpAll = useEffectEvent(() => {
    for (const { id } of active) void catchUp(id);
  });

  useEffect(() => {
    catchUpAll();
  }, [ids, connections]);

  useLiveEvent('campaign_log', (entry) => {
    if (hasGapBefore(log, entry)) void catchUp(entry.campaign_id);
    setLog((state) => withEntries(state, [entry], false));
  });

  return { entries: log.entries, active };
}
