import type { Change } from '../../platform/change.ts';
import { addToCounters, correctLog, insertLog } from './campaign-log.store.ts';
import type { Added, NewLog } from './campaign-log.store.ts';

/*
 * A campaign's log and counters. Every function takes a campaign that is locked in the same transaction, which keeps the
 * counters exact and the log without gaps.
 */

type Campaign = { user_id: number; id: number; name: string };

/** Adds an entry to the campaign's log and sends it to the user's browsers. */
export async function writeLog({ app, transaction, afterCommit }: Change, campaign: Campaign, entry: NewLog) {
  const log = await insertLog(transaction, campaign, entry);
  afterCommit(() => app.events.toUser(campaign.user_id, 'campaign_log', log));
}

/** Replaces the log entry about a person whose outcome has become known or has changed. */
export async function writeOutcome(change: Change, campaign: Campaign, entry: NewLog) {
  const log = await correctLog(change.transaction, campaign, entry);
  if (log === null) return writeLog(change, campaign, entry);
  change.afterCommit(() => change.app.events.toUser(campaign.user_id, 'campaign_log', log));
}

/** Adds to the campaign's counters and sends them to the user's browsers. */
export async function count(
  { app, transaction, afterCommit }: Change,
  campaign: Campaign,
  added: Added,
): Promise<void> {
  const { total_sent, total_failed, total_list } = await addToCounters(transaction, campaign, added);
  afterCommit(() =>
    app.events.toUser(campaign.user_id, 'campaign_progress_update', {
      campaignId: campaign.id,
      total_sent,
      total_failed,
      total_list,
    }),
  );
}
