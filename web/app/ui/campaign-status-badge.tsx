import { IconPlayerStop } from '@tabler/icons-react';
import { isStoppedEarly, type CampaignState } from '../platform/campaign-counters.ts';
import { campaignStatusTexts } from './campaign-status.texts.ts';
import { publicTexts } from './public.texts.ts';
import { Badge, statusLook } from './status-badge.tsx';

/** Returns a campaign's status in words. Distinguishes campaigns that were stopped early from completed campaigns. */
export function campaignStatusText(campaign: CampaignState): string {
  return isStoppedEarly(campaign) ? campaignStatusTexts.stoppedEarly : publicTexts.statuses[campaign.status];
}

export function CampaignStatusBadge({ campaign }: { campaign: CampaignState }) {
  if (!isStoppedEarly(campaign)) return <Badge {...statusLook(campaign.status)} />;
  return (
    <Badge tone="gray" icon={<IconPlayerStop size={13} aria-hidden />}>
      {campaignStatusText(campaign)}
    </Badge>
  );
}
