import type { CampaignLog } from '@sandpiper/contract/campaign-logs';
import { logPanelSize } from '@sandpiper/contract/limits';

export type LogState = {
  /** At most `logPanelSize` entries, in chronological order. */
  entries: readonly CampaignLog[];
  /**
   * For each campaign ID, the sequence number of the newest entry before the first gap. A campaign is missing until its first entry or its
   * newest entries have arrived.
   */
  lastSeq: ReadonlyMap<number, number>;
};

export const emptyLog: LogState = { entries: [], lastSeq: new Map() };

const keyOf = (campaignId: number, seq: number) => `${campaignId}-${seq}`;

/**
 * Compares entries by time instead of by sequence number. If the agent reports an event late, its entry gets a higher number than entries
 * about later events.
 */
function byTime(a: CampaignLog, b: CampaignLog): number {
  return a.created_at.localeCompare(b.created_at) || a.id - b.id;
}

/**
 * Ranks outcomes by certainty. The server corrects an outcome only to a more certain outcome. Therefore, if two entries have the same
 * sequence number, the less certain entry is outdated.
 */
const certainty = new Map<CampaignLog['action'], number>([
  ['message_unknown', 1],
  ['message_failed', 2],
  ['message_sent', 3],
]);

function isOutdated(arrived: CampaignLog, known: CampaignLog | undefined): boolean {
  return known !== undefined && (certainty.get(arrived.action) ?? 0) < (certainty.get(known.action) ?? 0);
}

/**
 * Adds entries in chronological order. If an entry's sequence number is already in the log, the entry is a correction and replaces the
 * earlier entry, unless the new entry is outdated. Drops the oldest entries beyond the limit. Set `isCaughtUp` if the entries were fetched
 * from the server instead of received live. In that case, only entries that are too old for the log can be missing.
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
    if (isCaughtUp || log.seq === 1) lastSeq.set(log.campaign_id, Math.max(log.seq, last ?? 0));
  }
  for (const [campaignId, last] of lastSeq) {
    let seq = last;
    while (byKey.has(keyOf(campaignId, seq + 1))) seq += 1;
    lastSeq.set(campaignId, seq);
  }
  return { entries: [...byKey.values()].toSorted(byTime).slice(-logPanelSize), lastSeq };
}

/** Removes the entries of a campaign that was deleted. */
export function withoutCampaign({ entries, lastSeq }: LogState, id: number): LogState {
  return {
    entries: entries.filter((log) => log.campaign_id !== id),
    lastSeq: new Map([...lastSeq].filter(([campaignId]) => campaignId !== id)),
  };
}

/** Returns whether any of the campaign's entries before the entry `log` are missing. */
export function hasGapBefore(state: LogState, log: CampaignLog): boolean {
  return log.seq > (state.lastSeq.get(log.campaign_id) ?? 0) + 1;
}
