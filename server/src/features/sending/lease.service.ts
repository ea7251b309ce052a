import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { secondsFromNow } from '../../platform/database/expressions.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { lockCampaign } from '../campaigns/campaign-state.service.ts';
import { refusalOfSend } from './claim-rules.ts';
import { findDelivery, findSender, isHeldBy, leaseSeconds, lockDelivery, updateDelivery } from './deliveries.store.ts';

export type Claim = { userId: number; id: number; fence: number };

/**
 * Prolongs a claim and says whether the message is still wanted; notes, where that is asked right before sending, that it may
 * have left. Throws `lease_lost` when the claim is another's now.
 */
export function renewLease(app: App, { userId, id, fence }: Claim, isBeforeSend: boolean) {
  return change(app, async ({ transaction }) => {
    const known = await findDelivery(transaction, userId, id);
    if (known === undefined) throw notFound('Delivery');
    const campaign = await lockCampaign(transaction, userId, known.campaign_id);
    const delivery = await lockDelivery(transaction, userId, id);
    if (campaign === undefined || delivery === undefined) throw notFound('Delivery');
    if (!isHeldBy(delivery, fence) || delivery.profile_id === null) {
      throw new AppError('lease_lost', 'This claim has ended. Ask for the next one.');
    }
    const sender = await findSender(transaction, userId, delivery.profile_id);
    if (sender === undefined) throw notFound('Account');
    const isCampaignRunning = campaign.status === 'running' && sender.campaign_id === campaign.id;
    const refusal = refusalOfSend({ sender, isCampaignRunning, busyUntil: null });
    const renewed = await updateDelivery(transaction, delivery, {
      status: 'claimed',
      lease_expires_at: secondsFromNow(leaseSeconds),
      may_have_left: delivery.may_have_left || (isBeforeSend && refusal === undefined),
    });
    return {
      lease_expires_at: renewed.lease_expires_at ?? new Date().toISOString(),
      may_send: refusal === undefined,
      reason: refusal?.text ?? null,
    };
  });
}
