import { createSpotlight, Spotlight, useSpotlight, type SpotlightActionData } from '@mantine/spotlight';
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
import { navigationGroups } from '../features/shell/navigation.ts';
import { openFormState } from '../platform/open-form-on-arrival.ts';
import { useHasSubscription, useUser } from '../platform/session.tsx';
import { useFocusReturn } from '../ui/use-focus-return.ts';
import { pagesTexts } from './pages.texts.ts';

const texts = pagesTexts.palette;
const [store, spotlight] = createSpotlight();

const size = 18;

/** Finds every screen and the common actions by a few letters. */
export function CommandPalette({ onLogout }: { onLogout: () => void }) {
  const user = useUser();
  const isSubscribed = useHasSubscription();
  const navigate = useNavigate();
  const campaigns = useCampaignCommands(isSubscribed);
  const themeCommand = useThemeCommand();

  const { opened } = useSpotlight(store);
  const root = useFocusReturn(opened);

  useEffect(() => {
    spotlight.open();
  }, []);

  const go = (path: string) => () => void navigate(path);
  const make = (path: string) => () => void navigate(path, { state: openFormState });
  const create = (id: string, label: string, onClick: () => void): SpotlightActionData => ({
    id,
    label,
    keywords: [...texts.keywords.create],
    leftSection: <IconPlus size={size} />,
    onClick,
  });
  const screens: SpotlightActionData[] = [
    ...navigationGroups(user.role)
      .flatMap(({ entries }) => entries)
      .map(({ name, path, icon: Icon }) => ({
        id: path,
        label: name,
        leftSection: <Icon size={size} />,
        onClick: go(path),
      })),
    {
      id: '/recipients',
      label: texts.recipients,
      leftSection: <IconUsersGroup size={size} />,
      onClick: go('/recipients'),
    },
  ];
  const actions: SpotlightActionData[] = [
    ...(isSubscribed
      ? [
          create('create-campaign', texts.createCampaign, go('/campaigns/new')),
          create('add-account', texts.addAccount, make('/profiles')),
          create('write-template', texts.createTemplate, make('/templates')),
          create('make-list', texts.createList, make('/lists')),
        ]
      : []),
    create('new-ticket', texts.createTicket, make('/support')),
    {
      id: 'link',
      label: texts.connectComputer,
      keywords: [...texts.keywords.connectComputer],
      leftSection: <IconDeviceLaptop size={size} />,
      onClick: go('/link'),
    },
    themeCommand,
    {
      id: 'logout',
      label: texts.logOut,
      keywords: [...texts.keywords.logOut],
      leftSection: <IconLogout size={size} />,
      onClick: onLogout,
    },
  ];

  return (
    <Spotlight
      ref={root}
      returnFocus={false}
      store={store}
      attributes={{ content: { 'aria-label': texts.label } }}
      shortcut={null}
      scrollable
      maxHeight={420}
      highlightQuery
      nothingFound={texts.nothingFound}
      searchProps={{
        leftSection: <IconSearch size={size} />,
        placeholder: texts.placeholder,
        'aria-label': texts.label,
      }}
      actions={[
        { group: texts.groups.actions, actions },
        { group: texts.groups.screens, actions: screens },
        ...(campaigns.length === 0 ? [] : [{ group: texts.groups.campaigns, actions: campaigns }]),
      ]}
    />
  );
}

function useThemeCommand(): SpotlightActionData {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return {
    id: 'appearance',
    label: texts.theme[other],
    keywords: [...texts.keywords.theme],
    leftSection: other === 'dark' ? <IconMoon size={size} /> : <IconSun size={size} />,
    onClick: () => setColorScheme(other),
  };
}

function useCampaignCommands(isSubscribed: boolean): SpotlightActionData[] {
  const navigate = useNavigate();
  const { data } = useCampaigns({ search: '', page: 1, limit: 10 });
  const { start, pause } = useCampaignActions();
  return (data?.campaigns ?? []).flatMap(
    ({ id, name, status, status_reason: reason, total_sent: sent, total_list: all }) => {
      const summary = texts.campaign(status, sent, all);
      const look = {
        id: `campaign-${id}`,
        label: name,
        description: reason === null ? summary : texts.campaignWithReason(summary, reason.text),
        leftSection: <IconEye size={size} />,
        onClick: () => void navigate(`/campaigns/${id}`),
      };
      if (status === 'running') {
        const leftSection = <IconPlayerPause size={size} />;
        return [
          look,
          { id: `pause-${id}`, label: texts.pause(name), leftSection, onClick: () => pause.mutate({ id }) },
        ];
      }
      if (status === 'paused' && isSubscribed) {
        const leftSection = <IconPlayerPlay size={size} />;
        return [
          look,
          { id: `resume-${id}`, label: texts.resume(name), leftSection, onClick: () => start.mutate({ id }) },
        ];
      }
      return [look];
    },
  );
}
