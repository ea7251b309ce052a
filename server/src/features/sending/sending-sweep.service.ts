import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { settleCampaign } from '../campaigns/campaign-settle.service.ts';
import { lockCampaign, pauseCampaign } from '../campaigns/campaign-state.service.ts';
import type { CampaignKey } from '../campaigns/campaign-state.service.ts';
import {
  campaignsHeldBy,
  campaignsWithEndedClaims,
  endCommittedLeases,
  expireClaims,
  giveUpUnreported,
  longUnreported,
} from '../deliveries/claiming.service.ts';
import type { Ledger } from '../deliveries/deliveries.service.ts';
import { subscriptionPause } from './claim.service.ts';
import { oneDay } from './pacing.ts';
import { listEndedSubscribers } from './senders.store.ts';

/* What time alone changes. Nothing reads a lease without looking at its end, so that being late here is only being late. */

/** Ends claims that ran out: those told to go ahead wait for their agent to look, the others go back. */
export async function endStaleClaims(app: App): Promise<void> {
  await endCommittedLeases(app, null);
  for (const key of await campaignsWithEndedClaims(app)) {
    await settle(app, key, (ledger) => expireClaims(ledger, null));
  }
}

/** What no agent has told for a day is not known. */
export async function giveUpLongUnreported(app: App): Promise<void> {
  for (const { user_id, campaign_id, delivery_id } of await longUnreported(app, oneDay(app.config))) {
    await settle(app, { user_id, id: campaign_id }, (ledger) => giveUpUnreported(ledger, delivery_id));
  }
}

/** An agent that signs off has reported all it began. What it holds even so never reached it. */
export async function abandonClaims(app: App, userId: number, installationId: string | null): Promise<void> {
  if (installationId === null) return;
  await endCommittedLeases(app, { userId, installationId });
  for (const key of await campaignsHeldBy(app, userId, installationId)) {
    await settle(app, key, (ledger) => expireClaims(ledger, installationId));
  }
}

/** Pauses the running campaigns of people whose subscription has ended. */
export async function pauseUnpaid(app: App): Promise<void> {
  for (const key of await listEndedSubscribers(app.db)) {
    await change(app, async (change) => {
      const campaign = await lockCampaign(change.transaction, key.user_id, key.id);
      const isStillUnpaid = (await listEndedSubscribers(change.transaction)).some(({ id }) => id === key.id);
      if (campaign?.status === 'running' && isStillUnpaid) await pauseCampaign(change, campaign, subscriptionPause);
    });
  }
}

/** One campaign that cannot be settled keeps no other from it; it is looked at again. */
async function settle(app: App, { user_id, id }: CampaignKey, work: (ledger: Ledger) => Promise<void>): Promise<void> {
  try {
    await change(app, async (change) => {
      const campaign = await lockCampaign(change.transaction, user_id, id);
      if (campaign === undefined) return;
      await work({ change, campaign });
      const current = await lockCampaign(change.transaction, user_id, id);
      if (current !== undefined) await settleCampaign(change, current);
    });
  } catch (err) {
    app.log.error({ err, campaign: id }, 'a campaign could not be settled');
  }
}
