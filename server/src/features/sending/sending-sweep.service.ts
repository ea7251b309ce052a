import type { App } from '../../platform/app-context.ts';
import type { CampaignKey } from '../../platform/database/keys.ts';
import { oneDay } from '../../platform/time-scale.ts';
import { changeCampaigns, settleCampaign } from '../campaigns/campaign-settle.service.ts';
import { deletionPause, lockCampaign, pauseCampaign } from '../campaigns/campaign-state.service.ts';
import {
  listCampaignsHeldBy,
  listCampaignsWithEndedClaims,
  endCommittedLeases,
  expireClaims,
  markUnreportedUnknown,
  listLongUnreported,
} from '../deliveries/claiming.service.ts';
import type { Ledger } from '../deliveries/deliveries.service.ts';
import { subscriptionPause } from './claim.service.ts';
import { findOwnerProblem, listRunningWithoutOwner } from './senders.store.ts';

/* Makes the changes that become due as time passes. A late sweep only delays these changes. */

/**
 * Ends expired claims. Committed deliveries then wait for their agent's check. The other deliveries become pending again or, after too many
 * interrupted attempts, fail.
 */
export async function endStaleClaims(app: App): Promise<void> {
  await endCommittedLeases(app, null);
  for (const key of await listCampaignsWithEndedClaims(app.db)) {
    await settle(app, key, (ledger) => expireClaims(ledger, null));
  }
}

/** Marks deliveries as unknown if they still have no outcome a day after they were committed. */
export async function markLongUnreportedUnknown(app: App): Promise<void> {
  for (const { user_id, campaign_id, delivery_id } of await listLongUnreported(app.db, oneDay(app.config))) {
    await settle(app, { user_id, id: campaign_id }, (ledger) => markUnreportedUnknown(ledger, delivery_id));
  }
}

/**
 * Ends the claims of an agent that is shutting down. Normally, the agent has already reported every claim that it received, and the
 * remaining claims never reached it.
 */
export async function abandonClaims(app: App, userId: number, installationId: string | null): Promise<void> {
  if (installationId === null) return;
  await endCommittedLeases(app, { userId, installationId });
  for (const key of await listCampaignsHeldBy(app.db, userId, installationId)) {
    await settle(app, key, (ledger) => expireClaims(ledger, installationId));
  }
}

const ownerPauses = {
  subscription_ended: subscriptionPause,
  user_deactivated: {
    code: 'user_deactivated',
    message: 'An administrator deactivated your user account, so this campaign was paused.',
  },
  deletion_requested: deletionPause,
} as const;

/** Pauses running campaigns whose owner has no valid subscription, was deactivated, or has requested the deletion of their user account. */
export async function pauseWithoutSubscription(app: App): Promise<void> {
  await changeCampaigns(app, await listRunningWithoutOwner(app.db), async (change, campaign) => {
    const problem = await findOwnerProblem(change.transaction, campaign);
    if (problem !== undefined) await pauseCampaign(change, campaign, ownerPauses[problem]);
  });
}

/** Calls `work` for one campaign, then settles the campaign. */
async function settle(app: App, key: CampaignKey, work: (ledger: Ledger) => Promise<void>): Promise<void> {
  await changeCampaigns(app, [key], async (change, campaign) => {
    await work({ change, campaign });
    const current = await lockCampaign(change.transaction, key.user_id, key.id);
    if (current !== undefined) await settleCampaign(change, current);
  });
}
