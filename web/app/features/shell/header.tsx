import { ActionIcon } from '@mantine/core';
import { IconLogout, IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { isApple } from '../../platform/is-apple.ts';
import { useHasSubscription, useUser } from '../../platform/session.tsx';
import { Hint } from '../../ui/hint.tsx';
import css from './header.module.css';
import { headerTitle } from './navigation.ts';
import { AgentStatus, ConnectionStatus } from './connection-status.tsx';
import { shellTexts } from './shell.texts.ts';
import { useThemeSwitch } from './use-theme-switch.ts';

const texts = shellTexts.header;

type HeaderProps = {
  onMenu: () => void;
  onPalette: () => void;
  onLogout: () => void;
  /** Additional buttons, shown before the search. */
  extra?: ReactNode;
  /** The link to the notices. */
  bell: ReactNode;
};

/** The top bar, with the screen's title, the search, the status of the connection and the agent, and the signed-in user. */
export function Header({ onMenu, onPalette, onLogout, extra, bell }: HeaderProps) {
  const { pathname } = useLocation();
  const user = useUser();
  const isSubscribed = useHasSubscription();
  return (
    <header className={css['header']}>
      <ActionIcon
        className={css['menu']}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={shellTexts.openMenu}
        onClick={onMenu}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <p className={css['title']}>{headerTitle(pathname)}</p>
      {!isSubscribed && <span className={css['expired']}>{texts.expired}</span>}
      <div className={css['signs']}>
        {extra}
        <button type="button" className={css['palette']} onClick={onPalette}>
          <IconSearch size={16} aria-hidden />
          <span>{texts.search}</span>
          <kbd>{isApple() ? texts.shortcut.apple : texts.shortcut.other}</kbd>
        </button>
        <ConnectionStatus />
        <AgentStatus />
        {bell}
        <AppearanceToggle />
        <div className={css['person']}>
          <span className={css['initial']} aria-hidden="true">
            {Array.from(user.username)[0]?.toUpperCase()}
          </span>
          <span className={css['name']} title={user.username}>
            <span>{user.username}</span>
            <small>{user.role}</small>
          </span>
        </div>
        <Hint text={texts.logOut}>
          <ActionIcon
            className={css['inMenu']}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.logOut}
            onClick={onLogout}
          >
            <IconLogout size={18} />
          </ActionIcon>
        </Hint>
      </div>
    </header>
  );
}

function AppearanceToggle() {
  const { other, switchTheme } = useThemeSwitch();
  return (
    <Hint text={texts.theme[other]}>
      <ActionIcon
        className={css['inMenu']}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.theme[other]}
        onClick={switchTheme}
      >
        {other === 'dark' ? <IconMoon size={18} /> : <IconSun size={18} />}
      </ActionIcon>
    </Hint>
  );
}
