import {
  IconBrandFirefox,
  IconInbox,
  IconLayoutDashboard,
  IconLifebuoy,
  IconList,
  IconMessage2,
  IconSend,
  IconSettings,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { shellTexts } from './shell.texts.ts';

const { screens } = shellTexts;

export type NavigationEntry = {
  name: string;
  path: string;
  icon: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>;
  isForAdmins?: true;
};

const entries: readonly NavigationEntry[] = [
  { name: screens.dashboard, path: '/dashboard', icon: IconLayoutDashboard },
  { name: screens.campaigns, path: '/campaigns', icon: IconSend },
  { name: screens.accounts, path: '/profiles', icon: IconUserCircle },
  { name: screens.templates, path: '/templates', icon: IconMessage2 },
  { name: screens.lists, path: '/lists', icon: IconList },
  { name: screens.unreadChecker, path: '/unread-checker', icon: IconInbox },
  { name: screens.browserProfiles, path: '/firefox-profiles', icon: IconBrandFirefox },
  { name: screens.support, path: '/support', icon: IconLifebuoy },
  { name: screens.users, path: '/users', icon: IconUsers, isForAdmins: true },
  { name: screens.settings, path: '/settings', icon: IconSettings },
];

export function navigationFor(role: string): readonly NavigationEntry[] {
  return entries.filter((entry) => entry.isForAdmins !== true || role === 'admin');
}

/** Whether the address is the entry's or below it. */
export function isActive(entry: NavigationEntry, pathname: string): boolean {
  return pathname === entry.path || pathname.startsWith(`${entry.path}/`);
}

/** The header's title: the active entry's name, or that of a screen without an entry. */
export function headerTitle(pathname: string): string {
  if (pathname === '/link') return screens.link;
  if (pathname === '/notices') return screens.notices;
  return entries.find((entry) => isActive(entry, pathname))?.name ?? screens.dashboard;
}
