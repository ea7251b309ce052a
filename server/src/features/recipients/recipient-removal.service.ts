import type { Change } from '../../platform/change.ts';
import { settleCampaign } from '../campaigns/campaign-settle.service.ts';
import { lockCampaign } from '../campaigns/campaign-state.service.ts';
import type { LockedCampaign } from '../campaigns/campaign-state.service.ts';
import { campaignsReachingAny, withdrawPeople } from '../deliveries/campaign-ledger.service.ts';
import { deleteRecipients } from './recipients.store.ts';

/*
 * Removing many people from their lists and from the campaigns that have not reached them yet. Campaigns are locked before
 * deliveries and people, here as everywhere, to avoid deadlocks.
 */

/** The started campaigns that may still message some of these people, locked until the end of the transaction. */
export async function lockCampaignsReaching(
  { transaction }: Change,
  userId: number,
  recipientIds: readonly number[],
): Promise<LockedCampaign[]> {
  const locked: LockedCampaign[] = [];
  for (const id of await campaignsReachingAny(transaction, userId, recipientIds)) {
    const campaign = await lockCampaign(transaction, userId, id);
    // A campaign that is just being started checks for itself who was removed.
    if (campaign !== undefined && campaign.started_at !== null) locked.push(campaign);
  }
  return locked;
}

type Removal = { ids: readonly number[]; campaigns: readonly LockedCampaign[] };

/** Removes people whom only these locked campaigns may still message; returns how many were removed. */
export async function removeLockedRecipients(
  change: Change,
  userId: number,
  { ids, campaigns }: Removal,
): Promise<number> {
  if (ids.length === 0) return 0;
  for (const campaign of campaigns) await withdrawPeople({ change, campaign }, ids);
  const removed = await deleteRecipients(change.transaction, userId, ids);
  for (const campaign of campaigns) await settleCampaign(change, campaign);
  return removed;
}
