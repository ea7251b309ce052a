import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { User } from '@sandpiper/contract/users';
import { useCallback, useState } from 'react';
import { ChangePasswordModal } from '../features/users/change-password-modal.tsx';
import { CreateUserModal } from '../features/users/create-user-modal.tsx';
import { DeleteUserModal } from '../features/users/delete-user-modal.tsx';
import { EditUserModal } from '../features/users/edit-user-modal.tsx';
import { TwoFactorModal } from '../features/users/two-factor-modal.tsx';
import type { UserAction } from '../features/users/user-columns.tsx';
import { UsersTable, useUserTable } from '../features/users/users-table.tsx';
import { usersTexts } from '../features/users/users.texts.ts';
import { useUser } from '../platform/session.tsx';
import { PageHeader } from '../ui/page-header.tsx';

type Open = { modal: 'create' } | { modal: UserAction; user: User };

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

type OpenModalProps = { open: Open; onDelete: (user: User) => void; onClose: () => void };

function OpenModal({ open, onDelete, onClose }: OpenModalProps) {
  switch (open.modal) {
    case 'create':
      return <CreateUserModal onClose={onClose} />;
    case 'edit':
      return <EditUserModal user={open.user} onClose={onClose} />;
    case 'password':
      return <ChangePasswordModal user={open.user} onClose={onClose} />;
    case 'two-factor':
      return <TwoFactorModal user={open.user} onClose={onClose} />;
    case 'delete':
      return <DeleteUserModal user={open.user} onDelete={() => onDelete(open.user)} onClose={onClose} />;
  }
}

function UserManagement() {
  const { table, users, selection } = useUserTable();
  const [open, setOpen] = useState<Open | null>(null);
  const onAction = useCallback((modal: UserAction, user: User) => setOpen({ modal, user }), []);
  return (
    <>
      <PageHeader
        title={usersTexts.title}
        actions={
          <>
            <Text size="sm" c="dimmed" miw={{ sm: '11rem' }} ta={{ sm: 'right' }} flex="1 1 auto">
              {usersTexts.lastUpdated(users.dataUpdatedAt === 0 ? '–' : clock.format(users.dataUpdatedAt))}
            </Text>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ modal: 'create' })}>
              {usersTexts.add}
            </Button>
          </>
        }
      />
      <UsersTable table={table} users={users} selection={selection} onAction={onAction} />
      {open === null ? null : (
        <OpenModal open={open} onDelete={(user) => selection.set([user], false)} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** User management, for administrators only. Other users see an explanation instead. The server also rejects their requests. */
export default function UsersPage() {
  const user = useUser();
  if (user.role === 'admin') return <UserManagement />;
  return <PageHeader title={usersTexts.title} description={usersTexts.forAdministrators} />;
}
