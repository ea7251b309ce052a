import type { StatusReasonCode } from '@sandpiper/contract/campaigns';
import type { Change } from '../../platform/change.ts';
import { noticeCampaignPaused } from '../notices/notices.service.ts';
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
import { listOtherWorkers } from './campaign-workers.store.ts';
import type { Added, CampaignKey, CampaignText, LockedCampaign, NewLog } from './campaign-state.store.ts';
import { pauseReasonOf } from './status-reasons.ts';

/*
 * How a campaign changes. Every function takes a campaign that `lockCampaign` returned in the same transaction. That lock
 * is always taken first, which prevents deadlocks, keeps the counters exact and the log without gaps.
 */

export type { CampaignKey, CampaignText, LockedCampaign, NewLog };
export { findCampaignText, findProfileName, lockCampaign };

/** Adds an entry to the campaign's log and sends it to the user's browsers. */
export async function writeLog({ app, transaction, afterCommit }: Change, campaign: LockedCampaign, entry: NewLog) {
  const log = await insertLog(transaction, campaign, entry);
  afterCommit(() => app.events.toUser(campaign.user_id, 'campaign_log', log));
}

/** Replaces the log entry about a person whose outcome has become known or has changed. */
export async function writeOutcome(change: Change, campaign: LockedCampaign, entry: NewLog) {
  const log = await correctLog(change.transaction, campaign, entry);
  if (log === null) return writeLog(change, campaign, entry);
  change.afterCommit(() => change.app.events.toUser(campaign.user_id, 'campaign_log', log));
}

/** Adds to the campaign's counters and sends them to the user's browsers. */
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

/** Stops handing out work until the campaign is resumed, and frees its accounts. */
export async function pauseCampaign(
  change: Change,
  campaign: LockedCampaign,
  { code, message }: { code: StatusReasonCode; message: string },
): Promise<LockedCampaign> {
  await releaseAccounts(change.transaction, campaign);
  const paused = await updateCampaign(change.transaction, campaign, { status: 'paused', status_reason: code });
  await writeLog(change, campaign, { action: 'paused', message });
  if (code !== 'paused_by_user') await noticeCampaignPaused(change, campaign, pauseReasonOf(campaign.id, code));
  announceStatus(change, paused);
  return paused;
}

/** Counts the accounts that are not switched off, removed or held until their owner reviews them. */
export function countUsableAccountsOf({ transaction }: Change, campaign: LockedCampaign): Promise<number> {
  return countUsableAccounts(transaction, campaign);
}

/** Counts the accounts that Instagram has limited within the last seconds. */
export function countLimitedOf({ transaction }: Change, campaign: LockedCampaign, seconds: number): Promise<number> {
  return countLimited(transaction, campaign, seconds);
}

/** The other accounts of a campaign that can work in it: usable ones on a computer that was seen within a day. */
export function otherWorkersOf(
  { transaction }: Change,
  campaign: LockedCampaign,
  profileId: number,
): Promise<number[]> {
  return listOtherWorkers(transaction, campaign, profileId);
}
