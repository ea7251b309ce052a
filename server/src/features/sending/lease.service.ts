import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { secondsFromNow } from '../../platform/database/expressions.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { lockCampaign } from '../campaigns/campaign-state.service.ts';
import { refusalOfSend } from './claim-rules.ts';
import { findDelivery, findSender, leaseSeconds, lockDelivery, updateDelivery } from './deliveries.store.ts';

export type Claim = { userId: number; id: number; fence: number };

/** Prolongs a claim and says whether the message is still wanted. Throws `lease_lost` when the claim is another's now. */
export function renewLease(app: App, { userId, id, fence }: Claim) {
  return change(app, async ({ transaction }) => {
    const known = await findDelivery(transaction, userId, id);
    if (known === undefined) throw notFound('Delivery');
    const campaign = await lockCampaign(transaction, userId, known.campaign_id);
    const delivery = await lockDelivery(transaction, userId, id);
    if (campaign === undefined || delivery === undefined) throw notFound('Delivery');
    // An unknown one that nobody claimed since was only late: nobody else works on it.
    const isHeld =
      delivery.status === 'claimed' || (delivery.status === 'unknown' && delivery.reported_fence !== fence);
    if (delivery.fence !== fence || !isHeld || delivery.profile_id === null) {
      throw new AppError('lease_lost', 'This claim has ended. Ask for the next one.');
    }
    const renewed = await updateDelivery(transaction, delivery, {
      status: 'claimed',
      lease_expires_at: secondsFromNow(leaseSeconds),
    });
    const sender = await findSender(transaction, userId, delivery.profile_id);
    if (sender === undefined) throw notFound('Account');
    const isCampaignRunning = campaign.status === 'running' && sender.campaign_id === campaign.id;
    const refusal = refusalOfSend({ sender, isCampaignRunning, busyUntil: null });
    return {
      lease_expires_at: renewed.lease_expires_at ?? new Date().toISOString(),
      may_send: refusal === undefined,
      reason: refusal?.text ?? null,
    };
  });
}
