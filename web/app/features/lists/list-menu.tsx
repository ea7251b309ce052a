import { Menu } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import {
  IconArrowMerge,
  IconArrowsSplit,
  IconCopy,
  IconDownload,
  IconPencil,
  IconTrash,
  IconUserQuestion,
  type TablerIcon,
} from '@tabler/icons-react';
import { useHasSubscription } from '../../platform/session.tsx';
import type { ListDialogKind } from './list-dialogs.tsx';
import { listTexts } from './lists.texts.ts';
import { exportList } from './list-work/list-work.queries.ts';
import { listWorkTexts } from './list-work/list-work.texts.ts';

const { menu: texts } = listWorkTexts;
const size = 16;

type ListMenuItemsProps = { list: RecipientList; onOpen: (dialog: ListDialogKind) => void };

export function ListMenuItems({ list, onOpen }: ListMenuItemsProps) {
  const isAllowed = useHasSubscription();
  const item = (kind: ListDialogKind, label: string, Icon: TablerIcon) => (
    <Menu.Item leftSection={<Icon size={size} aria-hidden />} disabled={!isAllowed} onClick={() => onOpen(kind)}>
      {label}
    </Menu.Item>
  );
  return (
    <>
      {item('edit', listTexts.card.edit, IconPencil)}
      <Menu.Divider />
      {item('copy', texts.copy, IconCopy)}
      {item('merge', texts.merge, IconArrowMerge)}
      {item('split', texts.split, IconArrowsSplit)}
      {item('notReached', texts.notReached, IconUserQuestion)}
      <Menu.Divider />
      <ExportItem list={list} format="csv" />
      <ExportItem list={list} format="xlsx" />
      <Menu.Divider />
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={size} aria-hidden />}
        disabled={!isAllowed}
        onClick={() => onOpen('remove')}
      >
        {listTexts.card.remove}
      </Menu.Item>
    </>
  );
}

function ExportItem({ list, format }: { list: RecipientList; format: 'csv' | 'xlsx' }) {
  return (
    <Menu.Item leftSection={<IconDownload size={size} aria-hidden />} onClick={() => void exportList(list, format)}>
      {texts[format]}
    </Menu.Item>
  );
}
