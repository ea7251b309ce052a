import {
  IconBrandFirefox,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconLifebuoy,
  IconList,
  IconMessage2,
  IconMessageOff,
  IconSend,
  IconServer,
  IconSettings,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { shellTexts } from './shell.texts.ts';

const { screens } = shellTexts;

export type NavigationEntry = {
  name: string;
  path: string;
  /** The letter that, pressed after G, opens the screen. */
  key?: string;
  icon: TablerIcon;
  isForAdmins?: true;
  /** Whether the entry shows the number of unread replies. */
  hasCount?: true;
};

export type NavigationGroup = {
  /** The group's heading. Null for the last group, which has none. */
  name: string | null;
  entries: readonly NavigationEntry[];
};

const groups: readonly NavigationGroup[] = [
  {
    name: shellTexts.groups.work,
    entries: [
      { name: screens.dashboard, key: 'd', path: '/dashboard', icon: IconLayoutDashboard },
      { name: screens.campaigns, key: 'c', path: '/campaigns', icon: IconSend },
      { name: screens.unreadChecker, key: 'u', path: '/unread-checker', icon: IconInbox, hasCount: true },
    ],
  },
  {
    name: shellTexts.groups.people,
    entries: [
      { name: screens.lists, key: 'l', path: '/lists', icon: IconList },
      { name: screens.people, key: 'p', path: '/people', icon: IconUsersGroup },
      { name: screens.doNotContact, key: 'n', path: '/do-not-contact', icon: IconMessageOff },
    ],
  },
  {
    name: shellTexts.groups.setup,
    entries: [
      { name: screens.accounts, key: 'a', path: '/profiles', icon: IconUserCircle },
      { name: screens.templates, key: 't', path: '/templates', icon: IconMessage2 },
      { name: screens.browserProfiles, key: 'f', path: '/firefox-profiles', icon: IconBrandFirefox },
    ],
  },
  {
    name: shellTexts.groups.administration,
    entries: [
      { name: screens.users, path: '/users', icon: IconUsers, isForAdmins: true },
      { name: screens.audit, path: '/audit', icon: IconHistory, isForAdmins: true },
      { name: screens.server, path: '/server', icon: IconServer, isForAdmins: true },
    ],
  },
  {
    name: null,
    entries: [
      { name: screens.support, key: 'h', path: '/support', icon: IconLifebuoy },
      { name: screens.settings, key: 's', path: '/settings', icon: IconSettings },
    ],
  },
];

export function navigationGroups(role: string): readonly NavigationGroup[] {
  return groups
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter((entry) => entry.isForAdmins !== true || role === 'admin'),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Returns whether the path is an entry's page or a subpage of it. */
export function isActive(entry: NavigationEntry, pathname: string): boolean {
  return pathname === entry.path || pathname.startsWith(`${entry.path}/`);
}

/** Returns the header's title: the active entry's name or, on a screen without an entry, that screen's title. Falls back to "Dashboard". */
export function headerTitle(pathname: string): string {
  if (pathname === '/link') return screens.link;
  if (pathname === '/notices') return screens.notices;
  const entries = groups.flatMap((group) => group.entries);
  return entries.find((entry) => isActive(entry, pathname))?.name ?? screens.dashboard;
}
