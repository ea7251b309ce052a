import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { uiTexts } from './ui.texts.ts';

/** A menu with the actions for an item, such as a table row. `of` is the item's name, and `children` are the menu items. */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon data-row-menu variant="subtle" color="gray" aria-label={uiTexts.actionsFor(of)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
