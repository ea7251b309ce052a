import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import {
  IconCalendarOff,
  IconEye,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { useHasSubscription } from '../../../platform/session.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { softDisabled } from '../../../ui/soft-disabled.ts';
import { useIsActing } from '../campaign.actions.ts';
import { campaignTexts } from '../campaigns.texts.ts';
import { MoreItems } from './more-items.tsx';
import { offeredActions, type CampaignAction } from './transitions.ts';

const { actions: texts } = campaignTexts;

type ActionsProps = { campaign: CampaignRow; onAct: (action: CampaignAction, campaign: CampaignRow) => void };

/** A table row's actions: a button for starting or pausing, if one of them is available, and a menu with all available actions. */
export function CampaignRowActions({ campaign, onAct }: ActionsProps) {
  const isSubscribed = useHasSubscription();
  const offered = offeredActions(campaign.status);
  const first = offered.includes('start') ? 'start' : offered.includes('pause') ? 'pause' : null;
  const label = first === 'pause' ? texts.pause : texts.start;
  const isRefused = first === 'start' && !isSubscribed;
  const isOff = useIsActing(campaign.id) || isRefused;
  return (
    <div style={{ display: 'inline-flex', gap: 4 }}>
      {first !== null && (
        <Tooltip label={isRefused ? texts.subscription : label}>
          <ActionIcon
            variant="light"
            aria-label={texts.named(label, campaign.name)}
            {...softDisabled(isOff)}
            // Ignore the second click of a double-click. After the first click, the button might already show the opposite
            // action.
            onClick={({ detail }) => !isOff && detail < 2 && onAct(first, campaign)}
          >
            {first === 'start' ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
      <RowMenu of={campaign.name}>
        <Menu.Item component={Link} to={`/campaigns/${campaign.id}`} leftSection={<IconEye size={16} />}>
          {texts.view}
        </Menu.Item>
        {offered.includes('start') && (
          <Menu.Item
            leftSection={<IconPlayerPlay size={16} />}
            disabled={!isSubscribed}
            onClick={() => onAct('start', campaign)}
          >
            {label}
          </Menu.Item>
        )}
        {offered.includes('pause') && (
          <Menu.Item leftSection={<IconPlayerPause size={16} />} onClick={() => onAct('pause', campaign)}>
            {texts.pause}
          </Menu.Item>
        )}
        {offered.includes('stop') && (
          <Menu.Item leftSection={<IconPlayerStop size={16} />} onClick={() => onAct('stop', campaign)}>
            {texts.stop}
          </Menu.Item>
        )}
        <MoreItems campaign={campaign} onAct={onAct} />
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onAct('delete', campaign)}>
          {texts.remove}
        </Menu.Item>
      </RowMenu>
    </div>
  );
}

/** Buttons for the campaign's page: "Cancel scheduled start", and the main actions except "Delete". */
export function CampaignButtons({ campaign, onAct }: ActionsProps) {
  const isSubscribed = useHasSubscription();
  const offered = offeredActions(campaign.status);
  const isActing = useIsActing(campaign.id);
  const act = (action: CampaignAction) => ({
    ...softDisabled(isActing),
    onClick: ({ detail }: { detail: number }) => !isActing && detail < 2 && onAct(action, campaign),
  });
  return (
    <>
      {campaign.scheduled_start !== null && (
        <Button variant="default" leftSection={<IconCalendarOff size={16} />} {...act('cancel_start')}>
          {campaignTexts.more.cancel_start}
        </Button>
      )}
      {offered.includes('stop') && (
        <Button variant="default" leftSection={<IconPlayerStop size={16} />} {...act('stop')}>
          {texts.stop}
        </Button>
      )}
      {offered.includes('pause') && (
        <Button leftSection={<IconPlayerPause size={16} />} {...act('pause')}>
          {texts.pause}
        </Button>
      )}
      {offered.includes('start') && (
        <Button leftSection={<IconPlayerPlay size={16} />} disabled={!isSubscribed} {...act('start')}>
          {campaign.scheduled_start === null ? texts.start : texts.startNow}
        </Button>
      )}
    </>
  );
}
