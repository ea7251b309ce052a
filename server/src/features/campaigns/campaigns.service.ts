import { stoppedByUserText } from '@sandpiper/contract/campaign-logs.texts';
import type { CampaignStatus } from '@sandpiper/contract/campaign-status';
import type { Person } from '../../platform/access/person.ts';
import { requireSubscription } from '../../platform/access/access.service.ts';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { counted } from '../../platform/counted.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { announceNewRequest, insertRequest } from '../agent-requests/agent-requests.service.ts';
import { lockDelivery, sentAtOf, wasJustStopped } from '../deliveries/claiming.service.ts';
import { moveDelivery } from '../deliveries/deliveries.service.ts';
import { pauseByUser } from './campaign-pause.service.ts';
import { endCampaign, settleCampaign } from './campaign-settle.service.ts';
import { lockCampaign, refuseMissing, requireCampaign } from './campaign-state.service.ts';
import type { LockedCampaign } from './campaign-state.service.ts';
import { listCampaignWindows } from './campaign-accounts.store.ts';
import { findLastSeq, listLogsAfter } from './campaign-logs.store.ts';
import { startCampaign } from './campaign-start.service.ts';

/**
 * Records the user's answer to whether a message with an unknown outcome was sent. Throws `invalid_state` if the message no longer has an
 * unknown outcome. Also throws `invalid_state` if the answer is no but the message might still be on its way, because another campaign
 * could then send it too.
 */
export async function resolveUnknown(
  app: App,
  userId: number,
  { id, deliveryId, wasSent }: { id: number; deliveryId: number; wasSent: boolean },
): Promise<void> {
  await change(app, async (change) => {
    const campaign = await requireCampaign(change.transaction, userId, id);
    const delivery = await lockDelivery(change.transaction, userId, deliveryId);
    if (delivery === undefined || delivery.campaign_id !== id) throw notFound('Person');
    if (!wasSent && (await wasJustStopped(change.transaction, delivery))) {
      throw new AppError('invalid_state', 'This message may still be sent. Check the conversation again in a minute.');
    }
    // Whatever the answer, the outcome is recorded with the time at which the agent was allowed to send the message.
    const sentAt = await sentAtOf(change.transaction, delivery);
    const details = sentAt === undefined ? {} : { sentAt };
    const moved = await moveDelivery({ change, campaign }, delivery, { type: 'resolve', wasSent }, details);
    if (moved === null) throw new AppError('invalid_state', 'The outcome of this message is already known.');
    const counted = await lockCampaign(change.transaction, userId, id);
    if (counted !== undefined) await settleCampaign(change, counted);
  });
}

/** Starts, resumes, pauses or stops a campaign, depending on the status that the user sets. Users can't set other statuses. */
export async function setCampaignStatus(app: App, user: Person, id: number, status: CampaignStatus): Promise<void> {
  switch (status) {
    case 'running':
      requireSubscription(user);
      await startCampaign(app, user.id, id);
      return;
    case 'paused':
      await pauseByUser(app, user.id, id);
      return;
    case 'completed':
      await stopCampaign(app, user.id, id);
      return;
    case 'pending':
    case 'failed':
      await refuseMissing(app.db, user.id, id);
      throw new AppError('invalid_state', `You can't set a campaign to ${status}.`);
  }
}

function stopText({ total_list, total_sent, total_failed }: LockedCampaign): string {
  const left = total_list - total_sent - total_failed;
  if (left === 0) return stoppedByUserText;
  return `${stoppedByUserText} ${counted(left, 'person was', 'people were')} not messaged.`;
}

/** Stops a campaign and asks the computers that have its windows open to close them. Returns how many windows were open. */
export async function stopCampaign(app: App, userId: number, id: number): Promise<number> {
  return change(app, async (change) => {
    const campaign = await requireCampaign(change.transaction, userId, id);
    if (campaign.status !== 'running' && campaign.status !== 'paused') {
      throw new AppError('invalid_state', `You can't stop a ${campaign.status} campaign.`);
    }
    const computers = await listCampaignWindows(change.transaction, userId, id);
    await endCampaign(change, campaign, { message: stopText, isByUser: true });
    for (const windows of computers) {
      const request = await insertRequest(change.transaction, userId, { request_type: 'close_campaign', ...windows });
      change.afterCommit(() => announceNewRequest(app, request));
    }
    return computers.flatMap(({ profile_ids }) => profile_ids).length;
  });
}

export async function logsAfter(app: App, userId: number, id: number, after: { seq: number; limit: number }) {
  await refuseMissing(app.db, userId, id);
  return {
    logs: await listLogsAfter(app.db, userId, id, after),
    last_seq: await findLastSeq(app.db, userId, id),
  };
}
