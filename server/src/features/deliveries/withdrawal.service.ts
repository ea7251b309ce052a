import { count } from './campaign-log.service.ts';
import { moveDelivery } from './deliveries.service.ts';
import type { Ledger } from './deliveries.service.ts';
import { lockDelivery } from './deliveries.store.ts';
import { listClaimed, withdrawWaiting } from './withdrawal.store.ts';

export { applyNewOutcomes, listCampaignsReaching, listDeliveryStatuses, relinkRecipients } from './withdrawal.store.ts';
export type { DeliveryStatuses } from './withdrawal.store.ts';

/** Withdraws these recipients, except those whose delivery is committed or has ended. Returns the IDs of those it withdrew. */
export async function withdrawRecipients(ledger: Ledger, recipientIds: readonly number[]): Promise<number[]> {
  const { change, campaign } = ledger;
  const { transaction } = change;
  const withdrawn = await withdrawWaiting(transaction, campaign, recipientIds);
  if (withdrawn.length > 0) await count(change, campaign, { list: -withdrawn.length });
  for (const id of await listClaimed(transaction, campaign, recipientIds)) {
    const delivery = await lockDelivery(transaction, campaign.user_id, id);
    if (delivery === undefined || delivery.recipient_id === null) continue;
    if ((await moveDelivery(ledger, delivery, { type: 'withdraw' })) !== null) withdrawn.push(delivery.recipient_id);
  }
  return withdrawn;
}
