import type { CampaignStatus, StatusReason } from '@sandpiper/contract/campaign-status';

export type CampaignCounters = { total_list: number; total_sent: number; total_failed: number };

/** Returns how many people haven't been processed yet. The number is never negative. */
export function pendingCount({ total_list, total_sent, total_failed }: CampaignCounters): number {
  return Math.max(0, total_list - total_sent - total_failed);
}

export function hasEnded(status: CampaignStatus): boolean {
  return status === 'completed' || status === 'failed';
}

/** A campaign's status and counters. `status_reason` is undefined if not loaded. */
export type CampaignState = CampaignCounters & { status: CampaignStatus; status_reason?: StatusReason | null };

/**
 * Returns whether the user stopped the campaign while people were still pending. If the status reason isn't loaded, every completed
 * campaign with pending people counts as stopped early.
 */
export function isStoppedEarly(campaign: CampaignState): boolean {
  const { status, status_reason: reason } = campaign;
  const isStopped = reason === undefined || reason?.code === 'stopped_by_user';
  return status === 'completed' && isStopped && pendingCount(campaign) > 0;
}
