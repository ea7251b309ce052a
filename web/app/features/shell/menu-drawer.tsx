import { Drawer } from '@mantine/core';
import { IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useConnection } from '../../platform/live.tsx';
import { useUser } from '../../platform/session.tsx';
import { useCloseOnNavigation } from '../../platform/use-close-on-navigation.ts';
import { useOpenDialog } from '../../ui/use-open-dialog.ts';
import { shellTexts } from './shell.texts.ts';
import css from './menu-drawer.module.css';
import { Sidebar } from './sidebar.tsx';
import { useThemeSwitch } from './use-theme-switch.ts';

/** The items that the header hides on small screens. */
function HiddenHeaderItems() {
  const { username, role } = useUser();
  const connection = useConnection();
  return (
    <p className={css['person']}>
      <span className={css['username']}>{username}</span> {role}
      <br />
      {shellTexts.connection[connection].word}
    </p>
  );
}

/** The buttons that only the menu has on phones. */
function Buttons({ onLogout }: { onLogout: () => void }) {
  const { other, switchTheme } = useThemeSwitch();
  const Icon = other === 'dark' ? IconMoon : IconSun;
  return (
    <div className={css['buttons']}>
      <button type="button" onClick={switchTheme}>
        <Icon size={18} aria-hidden />
        {shellTexts.header.theme[other]}
      </button>
      <button type="button" onClick={onLogout}>
        <IconLogout size={18} aria-hidden />
        {shellTexts.header.logOut}
      </button>
    </div>
  );
}

type MenuDrawerProps = { isOpen: boolean; onClose: () => void; onLogout: () => void };

/** The sidebar on small screens, as a drawer over the page. */
export function MenuDrawer({ isOpen, onClose, onLogout }: MenuDrawerProps) {
  useCloseOnNavigation(onClose);
  const open = useOpenDialog({ isOpen, onEscape: onClose });
  return (
    <Drawer
      {...open}
      opened={isOpen}
      onClose={onClose}
      size={264}
      withCloseButton={false}
      padding={0}
      title={shellTexts.menu}
      classNames={{ body: css['drawer'] ?? '', header: css['drawerHeader'] ?? '' }}
    >
      <Sidebar onNavigate={onClose}>
        <Buttons onLogout={onLogout} />
        <HiddenHeaderItems />
      </Sidebar>
    </Drawer>
  );
}
