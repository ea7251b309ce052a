import type { Change } from '../../platform/change.ts';
import { addToCounters, correctLog, insertLog, uncountDeletedLog, uncountOutcome } from './campaign-log.store.ts';
import type { Added, Correctable, NewLog, Totals } from './campaign-log.store.ts';

/*
 * Writes campaign logs and counters. The caller must have locked the campaign in the same transaction, so that the counters stay
 * exact and the log's sequence numbers have no gaps.
 */

type Campaign = { user_id: number; id: number; name: string };

/** Adds an entry to a campaign's log and updates the campaign's counters. Sends the entry and changed totals to the user's browsers. */
export async function writeLog(change: Change, campaign: Campaign, entry: NewLog, added: Added = {}) {
  const { log, totals } = await insertLog(change.transaction, campaign, entry, added);
  if (changesAny(added)) announceTotals(change, campaign, totals);
  change.afterCommit(() => change.app.events.toUser(campaign.user_id, 'campaign_log', log));
}

/**
 * Replaces a person's log entry and updates the counters after the outcome of a message has arrived or changed. If the entry was deleted
 * because of its age, adds a new entry.
 */
export async function writeOutcome(
  change: Change,
  campaign: Campaign,
  entry: NewLog,
  { added, before }: { added: Added; before: Correctable },
) {
  const log = await correctLog(change.transaction, campaign, entry);
  if (log === null) {
    await uncountDeletedLog(change.transaction, campaign, before);
    return writeLog(change, campaign, entry, added);
  }
  await count(change, campaign, added);
  change.afterCommit(() => change.app.events.toUser(campaign.user_id, 'campaign_log', log));
}

/**
 * Updates the counters and the day's results when a person whose message failed is retried. The log keeps the entry about the failed
 * attempt.
 */
export async function uncountFailure(
  change: Change,
  campaign: Campaign,
  { added, before }: { added: Added; before: Correctable },
): Promise<void> {
  await uncountOutcome(change.transaction, campaign, before);
  await count(change, campaign, added);
}

/** Adds to a campaign's counters and sends the new totals to the user's browsers. */
export async function count(change: Change, campaign: Campaign, added: Added): Promise<void> {
  if (!changesAny(added)) return;
  announceTotals(change, campaign, await addToCounters(change.transaction, campaign, added));
}

function changesAny(added: Added): boolean {
  return Object.values(added).some((number) => number !== 0);
}

function announceTotals({ app, afterCommit }: Change, campaign: Campaign, totals: Totals): void {
  const { total_sent, total_failed, total_list } = totals;
  afterCommit(() =>
    app.events.toUser(campaign.user_id, 'campaign_progress_update', {
      campaignId: campaign.id,
      total_sent,
      total_failed,
      total_list,
    }),
  );
}
