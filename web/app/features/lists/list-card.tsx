import { Menu } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import { IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../platform/dates.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import css from './list-card.module.css';

type ListCardProps = { list: RecipientList; onEdit: () => void; onRemove: () => void; children?: ReactNode };

function pendingText({ recipient_count, pending_count }: RecipientList): string {
  if (recipient_count === 0) return 'Nobody in it yet';
  if (pending_count === 0) return 'Everybody was messaged';
  return `${formatCount(pending_count)} not messaged yet`;
}

export function ListCard({ list, onEdit, onRemove, children }: ListCardProps) {
  const isAllowed = useHasSubscription();
  const share = list.recipient_count === 0 ? 0 : 1 - list.pending_count / list.recipient_count;
  return (
    <article className={css['card']} aria-label={list.name}>
      <header className={css['head']}>
        <h2>
          <Link to={`/lists/${list.id}`}>{list.name}</Link>
        </h2>
        <RowMenu of={list.name}>
          <Menu.Item component={Link} to={`/lists/${list.id}`} leftSection={<IconUsers size={16} aria-hidden />}>
            View Recipients
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} disabled={!isAllowed} onClick={onEdit}>
            Edit List
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={!isAllowed}
            onClick={onRemove}
          >
            Delete List
          </Menu.Item>
        </RowMenu>
      </header>
      <p className={css['description']}>{list.description ?? ''}</p>
      <p className={css['count']}>
        <strong>{formatCount(list.recipient_count)}</strong> {list.recipient_count === 1 ? 'recipient' : 'recipients'}
      </p>
      <div className={css['bar']} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <p className={css['pending']}>{pendingText(list)}</p>
      {children}
    </article>
  );
}
