import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme, useComputedColorScheme } from '@mantine/core';
import { IconEye, IconLogout, IconMoon, IconPlayerPause, IconPlus, IconSearch, IconSun } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useCampaignActions } from '../features/campaigns/campaign.actions.ts';
import { useCampaigns } from '../features/campaigns/campaigns.queries.ts';
import { navigationFor } from '../features/shell/navigation.ts';
import { useHasSubscription, useUser } from '../platform/session.tsx';
import { paletteStore } from './palette-store.ts';

const size = 18;

/** Every screen and the common actions, by typing a few letters. */
export function CommandPalette({ onLogout }: { onLogout: () => void }) {
  const user = useUser();
  const isSubscribed = useHasSubscription();
  const navigate = useNavigate();
  const campaigns = useCampaignCommands();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'light' ? 'dark' : 'light';

  useEffect(() => {
    paletteStore.open();
  }, []);

  const go = (path: string) => () => void navigate(path);
  const screens: SpotlightActionData[] = [
    ...navigationFor(user.role).map(({ name, path, icon: Icon }) => ({
      id: path,
      label: name,
      leftSection: <Icon size={size} />,
      onClick: go(path),
    })),
    { id: '/recipients', label: 'Recipients', leftSection: <IconSearch size={size} />, onClick: go('/recipients') },
  ];
  const actions: SpotlightActionData[] = [
    ...(isSubscribed
      ? [
          {
            id: 'create-campaign',
            label: 'Create a campaign',
            leftSection: <IconPlus size={size} />,
            onClick: go('/campaigns/new'),
          },
        ]
      : []),
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

function useCampaignCommands(): SpotlightActionData[] {
  const navigate = useNavigate();
  const { data } = useCampaigns({ search: '', page: 1, limit: 10 });
  const { pause } = useCampaignActions();
  return (data?.campaigns ?? []).flatMap((campaign) => [
    {
      id: `campaign-${campaign.id}`,
      label: campaign.name,
      description: `${campaign.status}, ${campaign.total_sent} of ${campaign.total_list} sent`,
      leftSection: <IconEye size={size} />,
      onClick: () => void navigate(`/campaigns/${campaign.id}`),
    },
    ...(campaign.status === 'running'
      ? [
          {
            id: `pause-${campaign.id}`,
            label: `Pause ${campaign.name}`,
            leftSection: <IconPlayerPause size={size} />,
            onClick: () => pause.mutate(campaign.id),
          },
        ]
      : []),
  ]);
}
