import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { IconEye, IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useHasSubscription } from '../../platform/session.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { useIsActing } from './campaign.actions.ts';
import { offeredActions, type CampaignAction } from './transitions.ts';

/** Looks and is announced as switched off, but can still be pointed at and focused: `disabled` would take the focus away. */
const switchedOff = (isOff: boolean) => (isOff ? { 'data-disabled': true, 'aria-disabled': true } : {});

type ActionsProps = { campaign: CampaignRow; onAct: (action: CampaignAction, campaign: CampaignRow) => void };

/** What a row of the list offers: the most used in the open, all in the menu. */
export function CampaignRowActions({ campaign, onAct }: ActionsProps) {
  const isSubscribed = useHasSubscription();
  const offered = offeredActions(campaign.status);
  const first = offered.includes('start') ? 'start' : offered.includes('pause') ? 'pause' : null;
  const label = first === 'pause' ? 'Pause' : 'Start';
  const isRefused = first === 'start' && !isSubscribed;
  const isOff = useIsActing(campaign.id) || isRefused;
  return (
    <div style={{ display: 'inline-flex', gap: 4 }}>
      {first !== null && (
        <Tooltip label={isRefused ? 'Subscription Required' : label}>
          <ActionIcon
            variant="light"
            aria-label={`${label} ${campaign.name}`}
            {...switchedOff(isOff)}
            // The second click of a double click would meet the button of the new status.
            onClick={({ detail }) => !isOff && detail < 2 && onAct(first, campaign)}
          >
            {first === 'start' ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
      <RowMenu of={campaign.name}>
        <Menu.Item component={Link} to={`/campaigns/${campaign.id}`} leftSection={<IconEye size={16} />}>
          View details
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
            Pause
          </Menu.Item>
        )}
        {offered.includes('stop') && (
          <Menu.Item leftSection={<IconPlayerStop size={16} />} onClick={() => onAct('stop', campaign)}>
            Stop
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onAct('delete', campaign)}>
          Delete
        </Menu.Item>
      </RowMenu>
    </div>
  );
}

/** The same on the campaign's own screen, as buttons. */
export function CampaignButtons({ campaign, onAct }: ActionsProps) {
  const isSubscribed = useHasSubscription();
  const offered = offeredActions(campaign.status);
  const isActing = useIsActing(campaign.id);
  const act = (action: CampaignAction) => ({
    ...switchedOff(isActing),
    onClick: ({ detail }: { detail: number }) => !isActing && detail < 2 && onAct(action, campaign),
  });
  return (
    <>
      {offered.includes('stop') && (
        <Button variant="default" leftSection={<IconPlayerStop size={16} />} {...act('stop')}>
          Stop
        </Button>
      )}
      {offered.includes('pause') && (
        <Button leftSection={<IconPlayerPause size={16} />} {...act('pause')}>
          Pause
        </Button>
      )}
      {offered.includes('start') && (
        <Button leftSection={<IconPlayerPlay size={16} />} disabled={!isSubscribed} {...act('start')}>
          Start
        </Button>
      )}
    </>
  );
}
