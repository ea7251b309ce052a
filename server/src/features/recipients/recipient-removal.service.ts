import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { settleCampaign } from '../campaigns/campaign-settle.service.ts';
import { lockCampaign } from '../campaigns/campaign-state.service.ts';
import { campaignsReaching, withdrawRecipients } from '../deliveries/withdrawal.service.ts';
import { deleteRecipients } from './recipients.store.ts';

type Own = { userId: number; id: number };

/** Removes a person from a list and from the campaigns that have not reached them yet. */
export function removeRecipient(app: App, { userId, id }: Own) {
  return change(app, async (change) => {
    const { removed, campaigns } = await removeRecipients(change, userId, [id]);
    const person = removed[0];
    if (person === undefined) throw notFound('Recipient');
    const { id: recipientId, recipient, status, created_at, list_id } = person;
    return { recipient: { id: recipientId, recipient, status, created_at, list_id }, withdrawnFrom: campaigns };
  });
}

/**
 * Removes people from their lists and from the campaigns that have not reached them yet. Answers the removed rows, how many
 * of them were withdrawn from a campaign, and from how many campaigns.
 */
export async function removeRecipients(change: Change, userId: number, ids: readonly number[]) {
  const { transaction } = change;
  const withdrawn = new Set<number>();
  const campaigns = [];
  // Campaigns are locked before deliveries and people, here as everywhere, to avoid deadlocks.
  for (const campaignId of await campaignsReaching(transaction, { userId, recipientIds: ids })) {
    const campaign = await lockCampaign(transaction, userId, campaignId);
    // A campaign that is just being started checks for itself who was removed.
    if (campaign === undefined || campaign.started_at === null) continue;
    campaigns.push(campaign);
    for (const id of await withdrawRecipients({ change, campaign }, ids)) withdrawn.add(id);
  }
  const removed = await deleteRecipients(transaction, userId, ids);
  for (const campaign of campaigns) await settleCampaign(change, campaign);
  return { removed, withdrawn: withdrawn.size, campaigns: campaigns.length };
}
