import { Menu } from '@mantine/core';
import { plans } from '@sandpiper/contract/plans';
import type { User } from '@sandpiper/contract/users';
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { labelOf } from '../../platform/choices.ts';
import { formatDay } from '../../platform/dates.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Folded } from '../../ui/folded.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Badge, StatusBadge } from '../../ui/status-badge.tsx';
import { activityOf } from './user-activity.ts';
import { roleChoices } from './user-choices.ts';
import css from './user-columns.module.css';

export type UserAction = 'edit' | 'password' | 'delete';

type Options = { ownId: number; onAction: (action: UserAction, user: User) => void };

function UserMenu({ user, ownId, onAction }: Options & { user: User }) {
  return (
    <RowMenu of={user.username}>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onAction('edit', user)}>
        Edit User
      </Menu.Item>
      <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => onAction('password', user)}>
        Change Password
      </Menu.Item>
      {user.id === ownId ? null : (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAction('delete', user)}
        >
          Delete User
        </Menu.Item>
      )}
    </RowMenu>
  );
}

function noteOn({ is_active, subscription_end_date: end }: User, now: Date): string | null {
  if (!is_active) return 'Switched off';
  if (end === null) return null;
  return `${end < now.toISOString().slice(0, 10) ? 'ended' : 'until'} ${formatDay(end)}`;
}

function Status({ user }: { user: User }) {
  const now = new Date();
  const note = noteOn(user, now);
  return (
    <span className={css['status']}>
      <StatusBadge status={activityOf(user, now)} />
      {note === null ? null : <span className={css['until']}>{note}</span>}
    </span>
  );
}

/** The table of users; nobody can delete themselves. */
export function userColumns(options: Options): readonly Column<User>[] {
  return [
    {
      key: 'user',
      title: 'User',
      isRowHeader: true,
      cell: (user) => (
        <span className={css['user']}>
          {user.username}
          <span className={css['id']}>ID {user.id}</span>
          <Folded below="sm">
            {labelOf(roleChoices, user.role)}, {plans[user.pack].name}
          </Folded>
          <Folded below="md">
            {user.profile_count} {user.profile_count === 1 ? 'profile' : 'profiles'}, {user.running_campaigns} running
          </Folded>
          <Folded below="md">
            Created <RelativeTime at={user.created_at} />
          </Folded>
        </span>
      ),
    },
    {
      key: 'role',
      title: 'Role',
      from: 'sm',
      cell: (user) => <Badge tone={user.role === 'admin' ? 'coral' : 'gray'}>{labelOf(roleChoices, user.role)}</Badge>,
    },
    {
      key: 'pack',
      title: 'Pack',
      from: 'sm',
      cell: (user) => <Badge tone={user.pack === 'pro' ? 'tide' : 'gray'}>{plans[user.pack].name}</Badge>,
    },
    { key: 'status', title: 'Status', cell: (user) => <Status user={user} /> },
    { key: 'profiles', title: 'Profiles', from: 'md', align: 'right', cell: (user) => user.profile_count },
    {
      key: 'running',
      title: 'Running Campaigns',
      from: 'md',
      align: 'right',
      cell: (user) => (user.running_campaigns === 0 ? 'None' : user.running_campaigns),
    },
    { key: 'created', title: 'Created', from: 'md', cell: (user) => <RelativeTime at={user.created_at} /> },
    {
      key: 'actions',
      title: <span className={css['hidden']}>Actions</span>,
      align: 'right',
      width: '3.5rem',
      cell: (user) => <UserMenu user={user} {...options} />,
    },
  ];
}
