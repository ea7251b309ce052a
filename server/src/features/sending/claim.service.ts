import { renderMessage } from '@sandpiper/contract/message';
import type { ClaimedDelivery } from '@sandpiper/contract/agent';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { Change } from '../../platform/change.ts';
import { secondsFromNow } from '../../platform/database/expressions.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { lockCampaign, pauseCampaign, settleCampaign } from '../campaigns/campaign-state.service.ts';
import type { LockedCampaign } from '../campaigns/campaign-state.service.ts';
import { refusalOfClaim, wait } from './claim-rules.ts';
import type { Wait } from './claim-rules.ts';
import {
  findHeldDelivery,
  findNextDelivery,
  findNextRetry,
  findSender,
  leaseSeconds,
  setNextDue,
  updateDelivery,
} from './deliveries.store.ts';
import type { Delivery, Sender } from './deliveries.store.ts';
import { nextDelay } from './pacing.ts';
import { expireStaleLeases } from './settle.service.ts';

type Claimant = { userId: number; agentTokenId: number; profileId: number };

/**
 * Gives an account the next person to message, under a lease, or says why not. Claims of one campaign take turns under
 * its lock; an account is in one running campaign only, so that its pace has one keeper.
 */
export async function claimDelivery(app: App, claimant: Claimant): Promise<{ delivery: ClaimedDelivery } | Wait> {
  await expireStaleLeases(app, claimant.userId);
  return change(app, async (change) => {
    const { userId, profileId } = claimant;
    const known = await findSender(change.transaction, userId, profileId);
    if (known === undefined) throw notFound('Account');
    const campaign =
      known.campaign_id === null ? undefined : await lockCampaign(change.transaction, userId, known.campaign_id);
    // Read again under the lock: another claim may just have changed what is due.
    const sender = await findSender(change.transaction, userId, profileId);
    if (sender === undefined) throw notFound('Account');
    return claimLocked(change, claimant, sender, campaign);
  });
}

async function claimLocked(
  change: Change,
  claimant: Claimant,
  sender: Sender,
  campaign: LockedCampaign | undefined,
): Promise<{ delivery: ClaimedDelivery } | Wait> {
  const { userId, profileId } = claimant;
  const ids = { userId, profileId, campaignId: campaign?.id ?? 0 };
  const held = await findHeldDelivery(change.transaction, ids);
  const isCampaignRunning = campaign?.status === 'running' && sender.campaign_id === campaign.id;
  const refusal = refusalOfClaim({ sender, isCampaignRunning, busyUntil: held?.lease_expires_at ?? null });
  if (refusal?.reason === 'subscription_ended' && campaign !== undefined) {
    await pauseCampaign(change, campaign, 'The subscription has expired. Renew it and resume.');
  }
  if (refusal !== undefined || campaign === undefined) {
    return refusal ?? wait('campaign_not_running', 'This account is in no running campaign.');
  }
  const next = await findNextDelivery(change.transaction, ids);
  if (next === undefined) return nobodyNow(change, campaign, ids);
  return { delivery: await lease(change, { claimant, sender, campaign, next }) };
}

async function nobodyNow(
  change: Change,
  campaign: LockedCampaign,
  ids: { userId: number; profileId: number; campaignId: number },
): Promise<Wait> {
  const retryAt = await findNextRetry(change.transaction, ids);
  if (retryAt !== null) return wait('retry_later', 'The people left are tried again later.', retryAt);
  await settleCampaign(change, campaign);
  return wait('nothing_left', 'Nobody is left to message in this campaign.');
}

type Parts = { claimant: Claimant; sender: Sender; campaign: LockedCampaign; next: Delivery };

async function lease(
  { app, transaction }: Change,
  { claimant, sender, campaign, next }: Parts,
): Promise<ClaimedDelivery> {
  // Said of this claim alone: however it ends, it was given to look or it was not.
  const isLook = next.status === 'unknown';
  const delivery = await updateDelivery(transaction, next, {
    status: 'claimed',
    profile_id: sender.id,
    agent_token_id: claimant.agentTokenId,
    fence: next.fence + 1,
    lease_expires_at: secondsFromNow(leaseSeconds),
    attempts: next.attempts + 1,
    retry_at: null,
    verify_first: isLook,
    may_have_left: isLook,
  });
  // Should the agent die now, the message may have been sent: the pause counts from here, whoever asks next.
  await setNextDue(transaction, claimant.userId, sender.id, nextDelay(app.config, sender));
  return {
    id: delivery.id,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    campaign_created_at: campaign.created_at,
    profile_id: sender.id,
    profile_name: sender.profile_name,
    profile_path: sender.profile_path,
    insta_username: sender.insta_username,
    recipient: delivery.recipient,
    text: renderMessage(campaign.template_content, { username: delivery.recipient }),
    fence: delivery.fence,
    lease_expires_at: delivery.lease_expires_at ?? new Date().toISOString(),
    verify_first: delivery.verify_first,
    attempt: delivery.attempts,
  };
}
