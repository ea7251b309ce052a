import type { StatusReasonCode } from '@sandpiper/contract/campaign-status';
import type { Change } from '../../platform/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { writeLog } from '../deliveries/campaign-log.service.ts';
import { notifyCampaignPaused } from '../notices/notices.service.ts';
import {
  countLimited,
  countUsableAccounts,
  findText,
  lockRow,
  lockRowOfAccount,
  lockRowOfDelivery,
  releaseAccounts,
  updateCampaign,
} from './campaign-state.store.ts';
import { listOtherWorkers } from './campaign-workers.store.ts';
import type { CampaignKey, CampaignText, LockedCampaign } from './campaign-state.store.ts';
import { pauseReasonOf } from './status-reasons.ts';

/*
 * Functions that lock, read and change campaigns. A transaction that changes a campaign must first lock it with `lockCampaign`. This
 * prevents deadlocks, keeps the counters exact and leaves no gaps in the log's sequence numbers.
 */

export type { CampaignKey, CampaignText, LockedCampaign };

/** Reads a campaign and locks it until the end of the transaction. Returns undefined if it doesn't exist or was deleted. */
export function lockCampaign(
  transaction: Transaction,
  userId: number,
  id: number,
): Promise<LockedCampaign | undefined> {
  return lockRow(transaction, userId, id);
}

/** Like `lockCampaign`, but takes the ID of one of the campaign's deliveries. */
export function lockCampaignOfDelivery(
  transaction: Transaction,
  userId: number,
  deliveryId: number,
): Promise<LockedCampaign | undefined> {
  return lockRowOfDelivery(transaction, userId, deliveryId);
}

/** Like `lockCampaign`, but for the running campaign that uses an account. Returns undefined if there is none. */
export function lockCampaignOfAccount(
  transaction: Transaction,
  userId: number,
  profileId: number,
): Promise<LockedCampaign | undefined> {
  return lockRowOfAccount(transaction, userId, profileId);
}

/** Reads a campaign's text and its settings for skipping people, without locking the campaign. */
export function campaignTextOf(
  transaction: Transaction,
  userId: number,
  id: number,
): Promise<CampaignText | undefined> {
  return findText(transaction, userId, id);
}

export function announceStatus({ app, afterCommit }: Change, { user_id, id, status }: LockedCampaign): void {
  afterCommit(() => app.events.toUser(user_id, 'campaign_update', { campaign_id: id, status }));
}

/** Pauses a campaign and frees its accounts. Agents get none of the campaign's messages until it is resumed. */
export async function pauseCampaign(
  change: Change,
  campaign: LockedCampaign,
  { code, message }: { code: StatusReasonCode; message: string },
): Promise<LockedCampaign> {
  await releaseAccounts(change.transaction, campaign);
  const paused = await updateCampaign(change.transaction, campaign, { status: 'paused', status_reason: code });
  await writeLog(change, campaign, { action: 'paused', message });
  if (code !== 'paused_by_user') await notifyCampaignPaused(change, campaign, pauseReasonOf(campaign.id, code));
  announceStatus(change, paused);
  return paused;
}

/** Counts a campaign's accounts, except those that are switched off, deleted, or on hold until their owner reviews them. */
export function countUsableAccountsOf({ transaction }: Change, campaign: LockedCampaign): Promise<number> {
  return countUsableAccounts(transaction, campaign);
}

/** Counts a campaign's accounts that Instagram rate-limited in the last `seconds` seconds. Holds that were released aren't counted. */
export function countLimitedOf({ transaction }: Change, campaign: LockedCampaign, seconds: number): Promise<number> {
  return countLimited(transaction, campaign, seconds);
}

/**
 * Lists the IDs of the campaign's other accounts that can work now: accounts that are usable and whose computer was online in the
 * last day.
 */
export function otherWorkersOf(
  { transaction }: Change,
  campaign: LockedCampaign,
  profileId: number,
): Promise<number[]> {
  return listOtherWorkers(transaction, campaign, profileId);
}
