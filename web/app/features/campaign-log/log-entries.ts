import type { CampaignLog } from '@sandpiper/contract/campaigns';
import { logPanelSize } from '@sandpiper/contract/limits';

export type LogState = {
  /** In chronological order, and at most as many as the panel keeps. */
  entries: readonly CampaignLog[];
  /** For each campaign, the highest sequence number up to which nothing is missing. */
  lastSeq: ReadonlyMap<number, number>;
};

export const emptyLog: LogState = { entries: [], lastSeq: new Map() };

const keyOf = (campaignId: number, seq: number) => `${campaignId}-${seq}`;

/** Compares times, not sequence numbers: a report that arrives late has a higher number than later events. */
function byTime(a: CampaignLog, b: CampaignLog): number {
  return a.created_at.localeCompare(b.created_at) || a.id - b.id;
}

/** An outcome only ever becomes more certain, so a less certain entry is an older one. */
const certainty = new Map<CampaignLog['action'], number>([
  ['message_unknown', 1],
  ['message_failed', 2],
  ['message_sent', 3],
]);

function isOutdated(arrived: CampaignLog, known: CampaignLog | undefined): boolean {
  return known !== undefined && (certainty.get(arrived.action) ?? 0) < (certainty.get(known.action) ?? 0);
}

/**
 * Adds entries in chronological order. An entry with a known number is a correction and replaces the known one. Drops the oldest entries
 * beyond the limit. `isCaughtUp` means that nothing before the new entries is missing, because they were read from the server rather
 * than received live.
 */
export function withEntries(state: LogState, arrived: readonly CampaignLog[], isCaughtUp: boolean): LogState {
  const byKey = new Map(state.entries.map((log) => [keyOf(log.campaign_id, log.seq), log]));
  for (const log of arrived) {
    const key = keyOf(log.campaign_id, log.seq);
    if (!isOutdated(log, byKey.get(key))) byKey.set(key, log);
  }
  const lastSeq = new Map(state.lastSeq);
  for (const log of arrived) {
    const last = lastSeq.get(log.campaign_id);
    if (isCaughtUp || last === undefined) lastSeq.set(log.campaign_id, Math.max(log.seq, last ?? 0));
  }
  for (const [campaignId, last] of lastSeq) {
    let seq = last;
    while (byKey.has(keyOf(campaignId, seq + 1))) seq += 1;
    lastSeq.set(campaignId, seq);
  }
  return { entries: [...byKey.values()].toSorted(byTime).slice(-logPanelSize), lastSeq };
}

/** Returns whether entries between the last one received and this one are missing. */
export function hasGapBefore(state: LogState, log: CampaignLog): boolean {
  const last = state.lastSeq.get(log.campaign_id);
  return last !== undefined && log.seq > last + 1;
}
