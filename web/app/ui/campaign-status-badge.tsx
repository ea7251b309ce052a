import { IconPlayerStop } from '@tabler/icons-react';
import { isStoppedEarly, type CampaignState } from '../platform/campaign-counters.ts';
import { campaignStatusTexts } from './campaign-status.texts.ts';
import { Badge, StatusBadge } from './status-badge.tsx';

/** A badge with a campaign's status. Distinguishes campaigns that were stopped early from completed ones. */
export function CampaignStatusBadge({ campaign }: { campaign: CampaignState }) {
  if (!isStoppedEarly(campaign)) return <StatusBadge status={campaign.status} />;
  return (
    <Badge tone="gray" icon={<IconPlayerStop size={13} aria-hidden />}>
      {campaignStatusTexts.stoppedEarly}
    </Badge>
  );
}
