import type { SpotlightActionData } from '@mantine/spotlight';
import {
  IconBell,
  IconDeviceLaptop,
  IconEye,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSun,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useCampaignActions } from '../features/campaigns/campaign.actions.ts';
import { useCampaigns } from '../features/campaigns/campaigns.queries.ts';
import { usePausePreview } from '../features/campaigns/pause-all.queries.ts';
import { navigationGroups } from '../features/shell/navigation.ts';
import { useThemeSwitch } from '../features/shell/use-theme-switch.ts';
import { openFormState } from '../platform/open-form-on-arrival.ts';
import { useHasSubscription, useUser } from '../platform/session.tsx';
import { campaignStatusText } from '../ui/campaign-status-badge.tsx';
import { pagesTexts } from './pages.texts.ts';

const texts = pagesTexts.palette;
const size = 18;
const keywordsOfScreens = new Map<string, readonly string[]>(Object.entries(texts.keywords.screens));

/** Returns a command for every screen in the navigation, and for the notices. */
export function useScreenCommands(): SpotlightActionData[] {
  const user = useUser();
  const navigate = useNavigate();
  const screens = navigationGroups(user.role).flatMap(({ entries }) => entries);
  const inNavigation = screens.map(({ name, path, icon: Icon }) => ({
    id: path,
    label: name,
    keywords: [...(keywordsOfScreens.get(path) ?? [])],
    leftSection: <Icon size={size} />,
    onClick: () => void navigate(path),
  }));
  const notices = {
    id: '/notices',
    label: texts.notices,
    keywords: [...texts.keywords.notices],
    leftSection: <IconBell size={size} />,
    onClick: () => void navigate('/notices'),
  };
  return [...inNavigation, notices];
}

export type PaletteActions = { onShortcuts: () => void; onLogout: () => void };

export function useActionCommands({ onShortcuts, onLogout }: PaletteActions): SpotlightActionData[] {
  const isSubscribed = useHasSubscription();
  const navigate = useNavigate();
  const theme = useThemeCommand();
  const pauseAll = usePauseAllCommand();
  const go = (path: string) => () => void navigate(path);
  const make = (path: string) => () => void navigate(path, { state: openFormState });
  const create = (id: string, label: string, onClick: () => void): SpotlightActionData => ({
    id,
    label,
    keywords: [...texts.keywords.create],
    leftSection: <IconPlus size={size} />,
    onClick,
  });
  const creations = [
    create('create-campaign', texts.createCampaign, go('/campaigns/new')),
    create('add-account', texts.addAccount, make('/profiles')),
    create('write-template', texts.createTemplate, make('/templates')),
    create('make-list', texts.createList, make('/lists')),
  ];
  return [
    ...(isSubscribed ? creations : []),
    create('new-ticket', texts.createTicket, make('/support')),
    ...pauseAll,
    {
      id: 'link',
      label: texts.connectComputer,
      keywords: [...texts.keywords.connectComputer],
      leftSection: <IconDeviceLaptop size={size} />,
      onClick: go('/link'),
    },
    theme,
    {
      id: 'shortcuts',
      label: texts.shortcuts,
      keywords: [...texts.keywords.shortcuts],
      leftSection: <IconKeyboard size={size} />,
      onClick: onShortcuts,
    },
    {
      id: 'logout',
      label: texts.logOut,
      keywords: [...texts.keywords.logOut],
      leftSection: <IconLogout size={size} />,
      onClick: onLogout,
    },
  ];
}

/** Returns a command that opens the confirmation on the Campaigns page, or nothing while no campaign is running. */
function usePauseAllCommand(): SpotlightActionData[] {
  const navigate = useNavigate();
  const { data } = usePausePreview();
  if (data === undefined || data.running === 0) return [];
  return [
    {
      id: 'pause-all',
      label: texts.pauseAll,
      keywords: [...texts.keywords.pauseAll],
      leftSection: <IconPlayerPause size={size} />,
      onClick: () => void navigate('/campaigns', { state: openFormState }),
    },
  ];
}

function useThemeCommand(): SpotlightActionData {
  const { other, switchTheme } = useThemeSwitch();
  return {
    id: 'appearance',
    label: texts.theme[other],
    keywords: [...texts.keywords.theme],
    leftSection: other === 'dark' ? <IconMoon size={size} /> : <IconSun size={size} />,
    onClick: switchTheme,
  };
}

/** Returns commands for opening, pausing and resuming the newest campaigns. */
export function useCampaignCommands(): SpotlightActionData[] {
  const isSubscribed = useHasSubscription();
  const navigate = useNavigate();
  const { data } = useCampaigns({ search: '', page: 1, limit: 10 });
  const { start, pause } = useCampaignActions();
  return (data?.campaigns ?? []).flatMap((campaign) => {
    const { id, name, status, status_reason: reason, total_sent: sent, total_list: all } = campaign;
    const summary = texts.campaign(campaignStatusText(campaign), sent, all);
    const look = {
      id: `/campaigns/${id}`,
      label: name,
      description: reason === null ? summary : texts.campaignWithReason(summary, reason.text),
      leftSection: <IconEye size={size} />,
      onClick: () => void navigate(`/campaigns/${id}`),
    };
    const isRunning = status === 'running';
    if (!isRunning && !(status === 'paused' && isSubscribed)) return [look];
    const Icon = isRunning ? IconPlayerPause : IconPlayerPlay;
    const change = {
      id: `change-${id}`,
      label: (isRunning ? texts.pause : texts.start)(name),
      keywords: isRunning ? [] : [...texts.keywords.start],
      leftSection: <Icon size={size} />,
      onClick: () => (isRunning ? pause : start).mutate({ id }),
    };
    return [look, change];
  });
}
