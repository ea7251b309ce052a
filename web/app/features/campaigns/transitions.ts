import type { CampaignStatus } from '@sandpiper/contract/campaigns';

export type CampaignAction = 'start' | 'pause' | 'stop' | 'delete';

/** Which actions the screens offer in a status; delete always. */
export function offeredActions(status: CampaignStatus): readonly CampaignAction[] {
  switch (status) {
    case 'pending':
      return ['start', 'delete'];
    case 'paused':
      return ['start', 'stop', 'delete'];
    case 'running':
      return ['pause', 'stop', 'delete'];
    default:
      return ['delete'];
  }
}

/** People not messaged yet; never below zero. */
export function pendingOf(counters: { total_list: number; total_sent: number; total_failed: number }): number {
  return Math.max(0, counters.total_list - counters.total_sent - counters.total_failed);
}
