import type { CampaignStatus, StatusReason } from '@sandpiper/contract/campaigns';

export type CampaignCounters = { total_list: number; total_sent: number; total_failed: number };

/** People not messaged yet; never below zero. */
export function pendingCount({ total_list, total_sent, total_failed }: CampaignCounters): number {
  return Math.max(0, total_list - total_sent - total_failed);
}

/** A campaign, with its reason where that is known. */
export type CampaignState = CampaignCounters & { status: CampaignStatus; status_reason?: StatusReason | null };

/** Only a campaign that its user stopped is completed with people left. */
export function isStoppedEarly(campaign: CampaignState): boolean {
  const { status, status_reason: reason } = campaign;
  const isStopped = reason === undefined || reason?.code === 'stopped_by_user';
  return status === 'completed' && isStopped && pendingCount(campaign) > 0;
}
