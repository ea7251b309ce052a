import type { Change } from '../../platform/change.ts';
import { lockCampaign, pauseCampaign } from './campaign-state.service.ts';
import { listRunningCampaigns } from './campaign-state.store.ts';

/** Pauses all of a user's running campaigns, as if the user had paused them. */
export async function pauseAllOf(change: Change, userId: number, message: string): Promise<void> {
  for (const { id } of await listRunningCampaigns(change.transaction, userId)) {
    const campaign = await lockCampaign(change.transaction, userId, id);
    if (campaign?.status === 'running') await pauseCampaign(change, campaign, { code: 'paused_by_user', message });
  }
}
