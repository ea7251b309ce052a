import { Drawer } from '@mantine/core';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import { shellTexts } from './shell.texts.ts';
import css from './menu-drawer.module.css';
import { Sidebar } from './sidebar.tsx';

/** The sidebar of small screens, sliding over the page. */
export function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
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
      <Sidebar onNavigate={onClose} />
    </Drawer>
  );
}
