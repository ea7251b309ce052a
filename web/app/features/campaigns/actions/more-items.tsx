import { Menu, Text } from '@mantine/core';
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
import { useCampaign } from '../campaigns.queries.ts';
import { campaignTexts } from '../campaigns.texts.ts';
import { offeredMore, type CampaignAction, type MoreAction } from './transitions.ts';

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
        const Item = action === 'retry_failed' ? RetryItem : ActionItem;
        return <Item key={action} action={action} campaign={campaign} onAct={onAct} />;
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

type ActionItemProps = MoreItemsProps & { action: MoreAction; reason?: string | undefined };

/** The menu item for an action. If there is a reason why the action can't be used, the item shows it and is disabled. */
function ActionItem({ campaign, onAct, action, reason }: ActionItemProps) {
  const isSubscribed = useHasSubscription();
  const Icon = icons[action];
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      disabled={reason !== undefined || (!isSubscribed && action !== 'cancel_start')}
      onClick={() => onAct(action, campaign)}
    >
      {texts[action]}
      {reason !== undefined && (
        <Text size="xs" maw="15rem">
          {reason}
        </Text>
      )}
    </Menu.Item>
  );
}

/** Loads the campaign, because the list's rows don't say whether anyone can be retried. */
function RetryItem(props: ActionItemProps) {
  const { data } = useCampaign(props.campaign.id);
  return <ActionItem {...props} reason={data?.campaign.has_retryable === false ? texts.retryNone : undefined} />;
}
