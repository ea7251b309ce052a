import type { StatusReasonCode } from '@sandpiper/contract/campaigns';
import type { Change } from '../../platform/change.ts';
import {
  addToCounters,
  correctLog,
  countLimited,
  countUsableAccounts,
  findCampaignText,
  findProfileName,
  insertLog,
  lockCampaign,
  releaseAccounts,
  updateCampaign,
} from './campaign-state.store.ts';
import type { Added, CampaignKey, CampaignText, LockedCampaign, NewLog } from './campaign-state.store.ts';

/*
 * How a campaign changes. Every function here takes a campaign that lockCampaign answered in the same transaction: that
 * lock is always the first, so that nobody waits in a circle, counters add up and the log has no gap.
 */

export type { CampaignKey, CampaignText, LockedCampaign, NewLog };
export { findCampaignText, findProfileName, lockCampaign };

/** Writes an entry of the campaign's log and shows it in the user's browsers. */
export async function writeLog({ app, transaction, afterCommit }: Change, campaign: LockedCampaign, entry: NewLog) {
  const log = await insertLog(transaction, campaign, entry);
  afterCommit(() => app.events.toUser(campaign.user_id, 'campaign_log', log));
}

/** Puts what became of a person in the place of the entry that it was not known. */
export async function writeOutcome(change: Change, campaign: LockedCampaign, entry: NewLog) {
  const log = await correctLog(change.transaction, campaign, entry);
  if (log === null) return writeLog(change, campaign, entry);
  change.afterCommit(() => change.app.events.toUser(campaign.user_id, 'campaign_log', log));
}

/** Adds to the campaign's counters and shows them in the user's browsers. */
export async function count(
  { app, transaction, afterCommit }: Change,
  campaign: LockedCampaign,
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

export function announceStatus({ app, afterCommit }: Change, { user_id, id, status }: LockedCampaign): void {
  afterCommit(() => app.events.toUser(user_id, 'campaign_update', { campaign_id: id, status }));
}

/** Stops handing out work until somebody resumes; frees the accounts. */
export async function pauseCampaign(
  change: Change,
  campaign: LockedCampaign,
  { code, message }: { code: StatusReasonCode; message: string },
): Promise<LockedCampaign> {
  await releaseAccounts(change.transaction, campaign);
  const paused = await updateCampaign(change.transaction, campaign, { status: 'paused', status_reason: code });
  await writeLog(change, campaign, { action: 'paused', message });
  announceStatus(change, paused);
  return paused;
}

/** How many accounts of a campaign are neither switched off, removed nor held until their owner has looked. */
export function countUsableAccountsOf({ transaction }: Change, campaign: LockedCampaign): Promise<number> {
  return countUsableAccounts(transaction, campaign);
}

/** How many accounts of a campaign Instagram slowed down within the last seconds. */
export function countLimitedOf({ transaction }: Change, campaign: LockedCampaign, seconds: number): Promise<number> {
  return countLimited(transaction, campaign, seconds);
}
