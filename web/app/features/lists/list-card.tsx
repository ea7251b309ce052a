import { Menu } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import { IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useHasSubscription } from '../../platform/session.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import css from './list-card.module.css';
import { failedCount, progressText } from './list-progress.ts';
import { listTexts } from './lists.texts.ts';

type ListCardProps = { list: RecipientList; onEdit: () => void; onRemove: () => void; children?: ReactNode };

const { card: texts } = listTexts;

/** Width of a part of the bar. */
function shareOf(count: number, list: RecipientList): string {
  return list.recipient_count === 0 ? '0' : `${(count / list.recipient_count) * 100}%`;
}

export function ListCard({ list, onEdit, onRemove, children }: ListCardProps) {
  const isAllowed = useHasSubscription();
  return (
    <article className={css['card']} aria-label={list.name}>
      <header className={css['head']}>
        <h2>
          <Link to={`/lists/${list.id}`}>{list.name}</Link>
        </h2>
        <RowMenu of={list.name}>
          <Menu.Item component={Link} to={`/lists/${list.id}`} leftSection={<IconUsers size={16} aria-hidden />}>
            {texts.view}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} disabled={!isAllowed} onClick={onEdit}>
            {texts.edit}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={!isAllowed}
            onClick={onRemove}
          >
            {texts.remove}
          </Menu.Item>
        </RowMenu>
      </header>
      <p className={css['description']}>{list.description ?? ''}</p>
      <p className={css['count']}>
        <RichText text={texts.recipients(list.recipient_count)} tags={{ count: strong }} />
      </p>
      <div className={css['bar']} aria-hidden="true">
        <span data-part="sent" style={{ width: shareOf(list.sent_count, list) }} />
        <span data-part="failed" style={{ width: shareOf(failedCount(list), list) }} />
      </div>
      <p className={css['pending']}>{progressText(list)}</p>
      {children}
    </article>
  );
}
