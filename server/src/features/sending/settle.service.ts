import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  listRunningCampaigns,
  lockCampaign,
  pauseCampaign,
  settleCampaign,
} from '../campaigns/campaign-state.service.ts';
import type { LockedCampaign } from '../campaigns/campaign-state.service.ts';
import { listEndedSubscribers } from './deliveries.store.ts';
import { abandonLeases, expireLeases, listCampaignsHeldBy, listUnsettledCampaigns } from './leases.store.ts';

/* What time alone changes. It is settled wherever it is next looked at; a sweep only makes it prompt. */

/**
 * Ends the claims that ran out: where the message may have left, its outcome is unknown. A campaign that has ended keeps
 * nobody so. Everybody's, or one user's.
 */
export async function expireStaleLeases(app: App, userId?: number): Promise<void> {
  await settleEach(app, await listUnsettledCampaigns(app.db, userId), expireLeases);
}

/**
 * An agent that ends has reported all it began. What it holds even so is a claim whose answer never reached it, or that of
 * another computer with the same token. Who was about to be sent to is never a person to be sent to blind.
 */
export async function abandonClaims(app: App, userId: number, agentTokenId: number): Promise<void> {
  await settleEach(app, await listCampaignsHeldBy(app.db, userId, agentTokenId), (transaction, campaign) =>
    abandonLeases(transaction, campaign, agentTokenId),
  );
}

/** Pauses the running campaigns of people whose subscription has ended. */
export async function pauseUnpaid(app: App, userId?: number): Promise<void> {
  for (const { user_id, id } of await listEndedSubscribers(app.db, userId)) {
    await change(app, async (change) => {
      const campaign = await lockCampaign(change.transaction, user_id, id);
      if (campaign?.status !== 'running') return;
      await pauseCampaign(change, campaign, 'The subscription has expired. Renew it and resume.');
    });
  }
}

/** After an account was switched off or removed: a campaign that has no other stops. */
export async function settleCampaignsOf(app: App, userId: number, profileId?: number): Promise<void> {
  for (const campaign of await listRunningCampaigns(app.db, userId, profileId)) await settle(app, campaign);
}

type CampaignKey = { user_id: number; id: number };
type EndClaims = (transaction: Transaction, campaign: LockedCampaign) => Promise<void>;

/** One campaign that cannot be settled keeps no other from it; it stays as it was and is looked at again. */
async function settleEach(app: App, campaigns: readonly CampaignKey[], endClaims: EndClaims): Promise<void> {
  for (const campaign of campaigns) {
    try {
      await settle(app, campaign, endClaims);
    } catch (err) {
      app.log.error({ err, campaign: campaign.id }, 'a campaign could not be settled');
    }
  }
}

/** In one transaction: between the end of a claim and what follows for its person nobody can start another campaign. */
async function settle(app: App, { user_id, id }: CampaignKey, endClaims?: EndClaims): Promise<void> {
  await change(app, async (change) => {
    const campaign = await lockCampaign(change.transaction, user_id, id);
    if (campaign === undefined) return;
    await endClaims?.(change.transaction, campaign);
    await settleCampaign(change, campaign);
  });
}
