import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { uiTexts } from './ui.texts.ts';

type ExportMenuProps = {
  /** Describes what is exported, such as "Everyone who matches the filter". */
  heading: string;
  onExport: (format: 'csv' | 'xlsx') => void;
};

/** A menu for exporting a table's rows to a file. */
export function ExportMenu({ heading, onExport }: ExportMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={15} aria-hidden />}
        >
          {uiTexts.export.action}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{heading}</Menu.Label>
        <Menu.Item onClick={() => onExport('csv')}>{uiTexts.export.csv}</Menu.Item>
        <Menu.Item onClick={() => onExport('xlsx')}>{uiTexts.export.xlsx}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
