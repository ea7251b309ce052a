import type { CampaignStatus } from '@sandpiper/contract/campaigns';

export type CampaignAction = 'start' | 'pause' | 'stop' | 'delete';

/** The actions offered in a status. Delete is always offered. */
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
