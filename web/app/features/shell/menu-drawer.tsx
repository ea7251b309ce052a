import { Drawer } from '@mantine/core';
import { useConnection } from '../../platform/live.tsx';
import { useUser } from '../../platform/session.tsx';
import { useCloseOnNavigation } from '../../platform/use-close-on-navigation.ts';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import { shellTexts } from './shell.texts.ts';
import css from './menu-drawer.module.css';
import { Sidebar } from './sidebar.tsx';

/** The items that the header hides on small screens. */
function WhatTheHeaderHides() {
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

/** The sidebar on small screens, as a drawer over the page. */
export function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  useCloseOnNavigation(onClose);
  const root = useFocusReturn(isOpen);
  return (
    <Drawer
      ref={root}
      returnFocus={false}
      opened={isOpen}
      onClose={onClose}
      size={264}
      withCloseButton={false}
      padding={0}
      title={shellTexts.menu}
      classNames={{ body: css['drawer'] ?? '', header: css['drawerHeader'] ?? '' }}
    >
      <Sidebar onNavigate={onClose}>
        <WhatTheHeaderHides />
      </Sidebar>
    </Drawer>
  );
}
