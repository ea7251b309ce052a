import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import {
  listRunningCampaigns,
  lockCampaign,
  pauseCampaign,
  settleCampaign,
} from '../campaigns/campaign-state.service.ts';

import { abandonLeases, expireLeases, listEndedSubscribers } from './deliveries.store.ts';

/* What time alone changes. It is settled wherever it is next looked at; a sweep only makes it prompt. */

/** Ends the claims that ran out: where the message may have left, its outcome is unknown. Everybody's, or one user's. */
export async function expireStaleLeases(app: App, userId?: number): Promise<void> {
  await settleAll(app, await expireLeases(app.db, userId ?? null));
}

/**
 * An agent that ends has reported all it began. What it holds even so is a claim whose answer never reached it, or that of
 * another computer with the same token. Who was about to be sent to is never a person to be sent to blind.
 */
export async function abandonClaims(app: App, userId: number, agentTokenId: number): Promise<void> {
  await settleAll(app, await abandonLeases(app.db, userId, agentTokenId));
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
  for (const { id } of await listRunningCampaigns(app.db, userId, profileId)) await settleOne(app, userId, id);
}

async function settleAll(app: App, rows: readonly { user_id: number; campaign_id: number }[]): Promise<void> {
  const campaigns = new Map(rows.map((row) => [row.campaign_id, row.user_id]));
  for (const [id, owner] of campaigns) await settleOne(app, owner, id);
}

async function settleOne(app: App, userId: number, id: number): Promise<void> {
  await change(app, async (change) => {
    const campaign = await lockCampaign(change.transaction, userId, id);
    if (campaign !== undefined) await settleCampaign(change, campaign);
  });
}
