import type { StatusReasonCode } from '@sandpiper/contract/campaign-status';
import type { Change } from '../../platform/change.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { writeLog } from '../deliveries/campaign-log.service.ts';
import { notifyCampaignPaused } from '../notices/notices.service.ts';
import { listRunningCampaigns, lockCampaign, releaseAccounts, updateCampaign } from './campaign-state.store.ts';
import type { LockedCampaign } from './campaign-state.store.ts';
import { hasCampaign } from './campaigns.store.ts';
import { pauseReasonOf } from './status-reasons.ts';

/*
 * Functions that lock, read and change campaigns. A transaction that changes a campaign's status or counters, or adds to its log, must
 * first lock the campaign, for example with `lockCampaign`. This prevents deadlocks, keeps the counters exact and leaves no gaps in the
 * log's sequence numbers.
 */

export {
  countLimited,
  countUsableAccounts,
  findCampaignText,
  lockCampaign,
  lockCampaignOfAccount,
  lockCampaignOfDelivery,
} from './campaign-state.store.ts';
export { listOtherWorkers } from './campaign-workers.store.ts';
export type { CampaignText, LockedCampaign } from './campaign-state.store.ts';

/** Like `lockCampaign`, but throws if the campaign doesn't exist. */
export async function requireCampaign(transaction: Transaction, userId: number, id: number): Promise<LockedCampaign> {
  const campaign = await lockCampaign(transaction, userId, id);
  if (campaign === undefined) throw notFound('Campaign');
  return campaign;
}

/** Throws if the campaign doesn't exist. Doesn't lock it. */
export async function refuseMissing(db: Database, userId: number, id: number): Promise<void> {
  if (!(await hasCampaign(db, userId, id))) throw notFound('Campaign');
}

export function announceStatus({ app, afterCommit }: Change, { user_id, id, status }: LockedCampaign): void {
  afterCommit(() => app.events.toUser(user_id, 'campaign_update', { campaign_id: id, status }));
}

type Pause = { code: StatusReasonCode; message: string };

/**
 * Pauses a campaign and frees its accounts. Until the campaign is resumed, agents get no go-ahead for its messages, but they still check
 * whether earlier messages were sent.
 */
export async function pauseCampaign(change: Change, campaign: LockedCampaign, { code, message }: Pause): Promise<void> {
  await releaseAccounts(change.transaction, campaign);
  const paused = await updateCampaign(change.transaction, campaign, { status: 'paused', status_reason: code });
  await writeLog(change, campaign, { action: 'paused', message });
  if (code !== 'paused_by_user') await notifyCampaignPaused(change, campaign, pauseReasonOf(campaign.id, code));
  announceStatus(change, paused);
}

/** Why a campaign of a user who has requested the deletion of their user account is paused. */
export const deletionPause = {
  code: 'paused_by_user',
  message: 'You asked to delete your user account, so this campaign was paused.',
} as const satisfies Pause;

/** Pauses all running campaigns of a user who has requested the deletion of their user account. */
export async function pauseForDeletion(change: Change, userId: number): Promise<void> {
  for (const { id } of await listRunningCampaigns(change.transaction, userId)) {
    const campaign = await lockCampaign(change.transaction, userId, id);
    if (campaign?.status === 'running') await pauseCampaign(change, campaign, deletionPause);
  }
}
