import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { CampaignStatus } from '@sandpiper/contract/campaign-status';
import { hasEnded, pendingCount } from '../../../platform/campaign-counters.ts';

export type CampaignAction = 'start' | 'pause' | 'stop' | 'delete' | MoreAction;
export type MoreAction = 'test' | 'schedule' | 'cancel_start' | 'continue' | 'retry_failed';

/** Returns the main actions available in a status, except "Delete", which is always available. */
export function offeredActions(status: CampaignStatus): readonly CampaignAction[] {
  switch (status) {
    case 'pending':
      return ['start'];
    case 'paused':
      return ['start', 'stop'];
    case 'running':
      return ['pause', 'stop'];
    default:
      return [];
  }
}

/** Returns the less common actions that are available. Includes `retry_failed` even if none of the failed messages can be retried. */
export function offeredMore(campaign: CampaignRow): readonly MoreAction[] {
  const { status, scheduled_start: start } = campaign;
  if (status === 'pending') {
    const beforeStart: MoreAction[] = campaign.message_template_id === null ? [] : ['test'];
    return [...beforeStart, 'schedule', ...(start === null ? [] : ['cancel_start' as const])];
  }
  const more: MoreAction[] = [];
  if (hasEnded(status) && pendingCount(campaign) > 0) more.push('continue');
  if (campaign.total_failed > 0) more.push('retry_failed');
  return more;
}
