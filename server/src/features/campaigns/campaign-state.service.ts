import type { StatusReasonCode } from '@sandpiper/contract/campaigns';
import type { Change } from '../../platform/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { writeLog } from '../deliveries/campaign-log.service.ts';
import { noticeCampaignPaused } from '../notices/notices.service.ts';
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
 * How a campaign changes. Every function takes a campaign that `lockCampaign` returned in the same transaction. Taking that lock
 * first every time prevents deadlocks, and keeps the counters exact and the log without gaps.
 */

export type { CampaignKey, CampaignText, LockedCampaign };

/** Reads a campaign and locks it until the end of the transaction. Returns undefined if it was deleted. */
export function lockCampaign(
  transaction: Transaction,
  userId: number,
  id: number,
): Promise<LockedCampaign | undefined> {
  return lockRow(transaction, userId, id);
}

/** Does the same for a delivery's campaign. */
export function lockCampaignOfDelivery(
  transaction: Transaction,
  userId: number,
  deliveryId: number,
): Promise<LockedCampaign | undefined> {
  return lockRowOfDelivery(transaction, userId, deliveryId);
}

/** Does the same for the campaign that an account works for. Returns undefined if it works for none. */
export function lockCampaignOfAccount(
  transaction: Transaction,
  userId: number,
  profileId: number,
): Promise<LockedCampaign | undefined> {
  return lockRowOfAccount(transaction, userId, profileId);
}

/** Reads what a campaign sends, without a lock. */
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

/** Counts the accounts that aren't switched off, removed or held until their owner reviews them. */
export function countUsableAccountsOf({ transaction }: Change, campaign: LockedCampaign): Promise<number> {
  return countUsableAccounts(transaction, campaign);
}

/** Counts the accounts that Instagram has limited within this many seconds. */
export function countLimitedOf({ transaction }: Change, campaign: LockedCampaign, seconds: number): Promise<number> {
  return countLimited(transaction, campaign, seconds);
}

/** Lists a campaign's other accounts that can work in it: usable ones on a computer that was seen within a day. */
export function otherWorkersOf(
  { transaction }: Change,
  campaign: LockedCampaign,
  profileId: number,
): Promise<number[]> {
  return listOtherWorkers(transaction, campaign, profileId);
}
