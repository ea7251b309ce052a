import { ActionIcon, useMantineColorScheme, useComputedColorScheme } from '@mantine/core';
import { IconCommand, IconLogout, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useHasSubscription, useUser } from '../../platform/session.tsx';
import { Hint } from '../../ui/hint.tsx';
import css from './header.module.css';
import { headerTitle } from './navigation.ts';
import { AgentSign, ConnectionSign } from './signs.tsx';

type HeaderProps = {
  onMenu: () => void;
  onPalette: () => void;
  onLogout: () => void;
  /** More buttons, before the signs. */
  extra?: ReactNode;
};

/** Where the command key stands for Ctrl. */
const isApple = () => /^(Mac|iP)/.test(navigator.platform);

/** The bar on top: where one is, whether all is connected, who one is. */
export function Header({ onMenu, onPalette, onLogout, extra }: HeaderProps) {
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
        aria-label="Open the menu"
        onClick={onMenu}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <p className={css['title']}>{headerTitle(pathname)}</p>
      {!isSubscribed && <span className={css['expired']}>Subscription Expired</span>}
      <div className={css['signs']}>
        {extra}
        <button type="button" className={css['palette']} onClick={onPalette}>
          <IconCommand size={16} aria-hidden />
          <span>Go to or do…</span>
          <kbd>{isApple() ? '⌘ K' : 'Ctrl K'}</kbd>
        </button>
        <ConnectionSign />
        <AgentSign />
        <AppearanceToggle />
        <div className={css['person']}>
          <span className={css['initial']} aria-hidden="true">
            {user.username.charAt(0).toUpperCase()}
          </span>
          <span className={css['name']} title={user.username}>
            <span>{user.username}</span>
            <small>{user.role}</small>
          </span>
        </div>
        <Hint text="Log out">
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Log out" onClick={onLogout}>
            <IconLogout size={18} />
          </ActionIcon>
        </Hint>
      </div>
    </header>
  );
}

function AppearanceToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const now = useComputedColorScheme('light');
  const other = now === 'light' ? 'dark' : 'light';
  return (
    <Hint text={`Change to ${other}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Change to ${other}`}
        onClick={() => setColorScheme(other)}
      >
        {now === 'light' ? <IconMoon size={18} /> : <IconSun size={18} />}
      </ActionIcon>
    </Hint>
  );
}
