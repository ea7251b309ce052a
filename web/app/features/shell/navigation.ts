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

export type NavigationEntry = {
  name: string;
  path: string;
  icon: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>;
  isForAdmins?: true;
};

const entries: readonly NavigationEntry[] = [
  { name: 'Dashboard', path: '/dashboard', icon: IconLayoutDashboard },
  { name: 'Campaigns', path: '/campaigns', icon: IconSend },
  { name: 'Accounts', path: '/profiles', icon: IconUserCircle },
  { name: 'Templates', path: '/templates', icon: IconMessage2 },
  { name: 'Lists', path: '/lists', icon: IconList },
  { name: 'Unread checker', path: '/unread-checker', icon: IconInbox },
  { name: 'Profiles management', path: '/firefox-profiles', icon: IconBrandFirefox },
  { name: 'Support', path: '/support', icon: IconLifebuoy },
  { name: 'User Management', path: '/users', icon: IconUsers, isForAdmins: true },
  { name: 'Settings', path: '/settings', icon: IconSettings },
];

export function navigationFor(role: string): readonly NavigationEntry[] {
  return entries.filter((entry) => entry.isForAdmins !== true || role === 'admin');
}

/** Whether the address is the entry's own or lies under it. */
export function isActive(entry: NavigationEntry, pathname: string): boolean {
  return pathname === entry.path || pathname.startsWith(`${entry.path}/`);
}

/** What the header says: the active entry's name. */
export function headerTitle(pathname: string): string {
  return entries.find((entry) => isActive(entry, pathname))?.name ?? 'Dashboard';
}
