import { Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { bulkTexts as texts } from './bulk-bar.texts.ts';

type BulkBarProps = {
  /** The bar's accessible name. */
  label: string;
  /** Says how many rows are selected. */
  selected: string;
  /** The items of the menu with the changes that can be made to all selected rows. */
  items: ReactNode;
  isBusy: boolean;
  isDisabled?: boolean;
  onClear: () => void;
};

/** Shows how many rows are selected, and a menu with the changes that can be made to all of them. */
export function BulkBar({ label, selected, items, isBusy, isDisabled = false, onClear }: BulkBarProps) {
  return (
    <Group gap="xs" role="group" aria-label={label}>
      <Text size="sm" role="status" w={{ base: '100%', sm: 'auto' }}>
        {selected}
      </Text>
      <Menu>
        <Menu.Target>
          <Button
            variant="default"
            loading={isBusy}
            disabled={isDisabled}
            rightSection={<IconChevronDown size={15} aria-hidden />}
          >
            {texts.change}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>{items}</Menu.Dropdown>
      </Menu>
      <Button variant="subtle" color="gray" onClick={onClear}>
        {texts.clear}
      </Button>
    </Group>
  );
}
