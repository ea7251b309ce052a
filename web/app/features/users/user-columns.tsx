import { Menu, Text, VisuallyHidden } from '@mantine/core';
import { plans } from '@sandpiper/contract/plans';
import type { User } from '@sandpiper/contract/users';
import { IconKey, IconPencil, IconShieldOff, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { labelOf } from '../../platform/select-options.ts';
import { formatDay, utcDay } from '../../platform/dates.ts';
import type { Column } from '../../ui/data-table.tsx';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { exactTimeAt, timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Badge, StatusBadge } from '../../ui/status-badge.tsx';
import { activityOf, roleChoices } from './user-choices.ts';
import { usersTexts } from './users.texts.ts';
import css from './user-columns.module.css';

const texts = usersTexts.table;

export type UserAction = 'edit' | 'password' | 'two-factor' | 'delete';

type Options = { ownId: number; onAction: (action: UserAction, user: User) => void };

function UserMenu({ user, ownId, onAction }: Options & { user: User }) {
  return (
    <RowMenu of={user.username}>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onAction('edit', user)}>
        {usersTexts.actions.edit}
      </Menu.Item>
      <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => onAction('password', user)}>
        {usersTexts.actions.password}
      </Menu.Item>
      {user.has_two_factor && user.id !== ownId && (
        <Menu.Item leftSection={<IconShieldOff size={16} aria-hidden />} onClick={() => onAction('two-factor', user)}>
          {usersTexts.actions.twoFactor}
        </Menu.Item>
      )}
      {user.id === ownId ? null : (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAction('delete', user)}
        >
          {usersTexts.actions.delete}
        </Menu.Item>
      )}
    </RowMenu>
  );
}

function noteOn({ is_active, subscription_end_date: end, deletion_due_at: deletion }: User, now: Date): ReactNode {
  if (deletion !== null) return <RichText text={texts.deletedOn} tags={{ time: exactTimeAt(deletion) }} />;
  if (!is_active) return texts.deactivated;
  if (end === null) return null;
  return end < utcDay(now) ? texts.endedOn(formatDay(end)) : texts.endsOn(formatDay(end));
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

function LastLogin({ user }: { user: User }) {
  return <RichText text={texts.lastLoginAt} tags={{ time: timeAt(user.last_login, texts.never) }} />;
}

/**
 * Returns the columns of the users table. The signed-in user's own row has no actions for deleting the user or turning off two-factor
 * sign-in.
 */
export function userColumns(options: Options): readonly Column<User>[] {
  return [
    {
      key: 'user',
      title: texts.user,
      isRowHeader: true,
      cell: (user) => (
        <span className={css['user']}>
          {user.username}
          <span className={css['id']}>{texts.id(user.id)}</span>
          <CollapsedColumn below="sm">
            {texts.rolePack(labelOf(roleChoices, user.role), plans[user.pack].name)}
          </CollapsedColumn>
          <CollapsedColumn below="sm">
            <Status user={user} />
          </CollapsedColumn>
          <CollapsedColumn below="lg">{texts.usage(user.profile_count, user.running_campaigns)}</CollapsedColumn>
          <CollapsedColumn below="md">
            <RichText text={texts.createdAt} tags={{ time: timeAt(user.created_at) }} />
          </CollapsedColumn>
          <CollapsedColumn below="md">
            <LastLogin user={user} />
          </CollapsedColumn>
        </span>
      ),
    },
    {
      key: 'role',
      title: texts.role,
      from: 'sm',
      cell: (user) => <Badge tone={user.role === 'admin' ? 'blue' : 'gray'}>{labelOf(roleChoices, user.role)}</Badge>,
    },
    {
      key: 'pack',
      title: texts.pack,
      from: 'sm',
      cell: (user) => <Badge tone={user.pack === 'pro' ? 'tide' : 'gray'}>{plans[user.pack].name}</Badge>,
    },
    { key: 'status', title: texts.status, from: 'sm', cell: (user) => <Status user={user} /> },
    { key: 'profiles', title: texts.profiles, from: 'lg', align: 'right', cell: (user) => user.profile_count },
    {
      key: 'running',
      title: texts.running,
      from: 'lg',
      align: 'right',
      cell: (user) => (user.running_campaigns === 0 ? texts.noneRunning : user.running_campaigns),
    },
    {
      key: 'created',
      title: texts.created,
      from: 'md',
      cell: (user) => (
        <>
          <RelativeTime at={user.created_at} />
          <Text size="xs" c="dimmed" component="div">
            <LastLogin user={user} />
          </Text>
        </>
      ),
    },
    {
      key: 'actions',
      title: <VisuallyHidden>{texts.actions}</VisuallyHidden>,
      align: 'right',
      width: '3.5rem',
      cell: (user) => <UserMenu user={user} {...options} />,
    },
  ];
}
