import { Menu } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import {
  IconCalendarOff,
  IconCalendarTime,
  IconCopy,
  IconPencil,
  IconPlayerTrackNext,
  IconRefresh,
  IconSend,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { useHasSubscription } from '../../../platform/session.tsx';
import { campaignTexts } from '../campaigns.texts.ts';
import { offeredMore, type CampaignAction } from './transitions.ts';

const { more: texts } = campaignTexts;

const icons = {
  test: IconSend,
  schedule: IconCalendarTime,
  cancel_start: IconCalendarOff,
  continue: IconPlayerTrackNext,
  retry_failed: IconRefresh,
} as const;

type MoreItemsProps = { campaign: CampaignRow; onAct: (action: CampaignAction, campaign: CampaignRow) => void };

/** Menu items for the less common actions. */
export function MoreItems({ campaign, onAct }: MoreItemsProps) {
  const isSubscribed = useHasSubscription();
  return (
    <>
      {offeredMore(campaign).map((action) => {
        const Icon = icons[action];
        return (
          <Menu.Item
            key={action}
            leftSection={<Icon size={16} aria-hidden />}
            disabled={!isSubscribed && action !== 'cancel_start'}
            onClick={() => onAct(action, campaign)}
          >
            {texts[action]}
          </Menu.Item>
        );
      })}
      {campaign.status === 'pending' && (
        <Menu.Item
          component={Link}
          to={`/campaigns/${campaign.id}/edit`}
          leftSection={<IconPencil size={16} aria-hidden />}
          disabled={!isSubscribed}
        >
          {texts.edit}
        </Menu.Item>
      )}
      <Menu.Item
        component={Link}
        to={`/campaigns/new?from=${campaign.id}`}
        leftSection={<IconCopy size={16} aria-hidden />}
        disabled={!isSubscribed}
      >
        {texts.duplicate}
      </Menu.Item>
    </>
  );
}
