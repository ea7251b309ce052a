import { Spotlight, useSpotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme, useComputedColorScheme } from '@mantine/core';
import {
  IconDeviceLaptop,
  IconEye,
  IconLogout,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSearch,
  IconSun,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useCampaignActions } from '../features/campaigns/campaign.actions.ts';
import { useCampaigns } from '../features/campaigns/campaigns.queries.ts';
import { navigationFor } from '../features/shell/navigation.ts';
import { formatCount } from '../platform/dates.ts';
import { makingNew } from '../platform/open-new.ts';
import { useHasSubscription, useUser } from '../platform/session.tsx';
import { useFocusReturn } from '../ui/use-focus-return.ts';
import { paletteStore } from './palette-store.ts';

const size = 18;
const plus = <IconPlus size={size} />;

/** Every screen and the common actions, by typing a few letters. */
export function CommandPalette({ onLogout }: { onLogout: () => void }) {
  const user = useUser();
  const isSubscribed = useHasSubscription();
  const navigate = useNavigate();
  const campaigns = useCampaignCommands(isSubscribed);
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'light' ? 'dark' : 'light';

  const { opened } = useSpotlight(paletteStore.store);
  const root = useFocusReturn(opened);

  useEffect(() => {
    paletteStore.open();
  }, []);

  const go = (path: string) => () => void navigate(path);
  const make = (path: string) => () => void navigate(path, { state: makingNew });
  const screens: SpotlightActionData[] = [
    ...navigationFor(user.role).map(({ name, path, icon: Icon }) => ({
      id: path,
      label: name,
      leftSection: <Icon size={size} />,
      onClick: go(path),
    })),
    { id: '/recipients', label: 'Recipients', leftSection: <IconUsersGroup size={size} />, onClick: go('/recipients') },
  ];
  const actions: SpotlightActionData[] = [
    ...(isSubscribed
      ? [
          { id: 'create-campaign', label: 'Create a campaign', leftSection: plus, onClick: go('/campaigns/new') },
          { id: 'add-account', label: 'Add an account', leftSection: plus, onClick: make('/profiles') },
          { id: 'write-template', label: 'Write a template', leftSection: plus, onClick: make('/templates') },
          { id: 'make-list', label: 'Make a list', leftSection: plus, onClick: make('/lists') },
        ]
      : []),
    { id: 'new-ticket', label: 'Open a support ticket', leftSection: plus, onClick: make('/support') },
    {
      id: 'link',
      label: 'Connect a computer',
      keywords: ['agent', 'pair', 'code'],
      leftSection: <IconDeviceLaptop size={size} />,
      onClick: go('/link'),
    },
    {
      id: 'appearance',
      label: `Change to ${other}`,
      keywords: ['theme', 'appearance', 'mode'],
      leftSection: other === 'dark' ? <IconMoon size={size} /> : <IconSun size={size} />,
      onClick: () => setColorScheme(other),
    },
    { id: 'logout', label: 'Log out', leftSection: <IconLogout size={size} />, onClick: onLogout },
  ];

  return (
    <Spotlight
      ref={root}
      returnFocus={false}
      store={paletteStore.store}
      attributes={{ content: { 'aria-label': 'Go to or do' } }}
      shortcut={null}
      scrollable
      maxHeight={420}
      highlightQuery
      nothingFound="Nothing goes by that name"
      searchProps={{
        leftSection: <IconSearch size={size} />,
        placeholder: 'Go to or do…',
        'aria-label': 'Go to or do',
      }}
      actions={[
        { group: 'Do', actions },
        { group: 'Go to', actions: screens },
        ...(campaigns.length === 0 ? [] : [{ group: 'Campaigns', actions: campaigns }]),
      ]}
    />
  );
}

function useCampaignCommands(isSubscribed: boolean): SpotlightActionData[] {
  const navigate = useNavigate();
  const { data } = useCampaigns({ search: '', page: 1, limit: 10 });
  const { start, pause } = useCampaignActions();
  return (data?.campaigns ?? []).flatMap(
    ({ id, name, status, status_reason: reason, total_sent: sent, total_list: all }) => {
      const look = {
        id: `campaign-${id}`,
        label: name,
        description: `${status}, ${formatCount(sent)} of ${formatCount(all)} sent${reason === null ? '' : `. ${reason.text}`}`,
        leftSection: <IconEye size={size} />,
        onClick: () => void navigate(`/campaigns/${id}`),
      };
      if (status === 'running') {
        const leftSection = <IconPlayerPause size={size} />;
        return [look, { id: `pause-${id}`, label: `Pause ${name}`, leftSection, onClick: () => pause.mutate({ id }) }];
      }
      if (status === 'paused' && isSubscribed) {
        const leftSection = <IconPlayerPlay size={size} />;
        return [
          look,
          { id: `resume-${id}`, label: `Resume ${name}`, leftSection, onClick: () => start.mutate({ id }) },
        ];
      }
      return [look];
    },
  );
}
