import { Menu } from '@mantine/core';
import type { User } from '@sandpiper/contract/users';
import { IconCalendar, IconPackage, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useDialogState } from '../../platform/dialog-state.ts';
import type { SelectedRows } from '../../platform/selected-rows.ts';
import { useUser } from '../../platform/session.tsx';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { useRecentSignIn } from '../../ui/recent-sign-in.tsx';
import { ActivityDialog } from './bulk-activity-dialog.tsx';
import { EndDateDialog, PackDialog } from './bulk-dialogs.tsx';
import { useUpdateUsers, type BulkChange } from './users.queries.ts';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.bulk;

type Action = 'end-date' | 'pack' | 'activate' | 'deactivate';

const items = [
  { action: 'end-date', Icon: IconCalendar },
  { action: 'pack', Icon: IconPackage },
  { action: 'activate', Icon: IconUserCheck },
  { action: 'deactivate', Icon: IconUserOff },
] as const;

/** Shows how many users are selected, and a menu with the changes that can be made to all of them. Hidden if no user is selected. */
export function UserBulkBar({ selection: { rows: users, set } }: { selection: SelectedRows<User> }) {
  const { id: ownId } = useUser();
  const dialog = useDialogState<Action>();
  const recentSignIn = useRecentSignIn(usersTexts.adminRights.activate);
  const update = useUpdateUsers(recentSignIn);
  // Administrators can't deactivate themselves.
  const others = users.filter(({ id }) => id !== ownId);

  function change(changed: readonly User[], values: BulkChange): void {
    const onSuccess = ({ done, deleted }: { done: User[]; deleted: User[] }) => set([...done, ...deleted], false);
    update.mutate({ users: changed, change: values }, { onSuccess });
    dialog.close();
  }

  if (users.length === 0) return <>{recentSignIn.dialog}</>;
  return (
    <>
      {recentSignIn.dialog}
      <BulkBar
        label={texts.label}
        selected={texts.selected(users.length)}
        isBusy={update.isPending}
        onClear={() => set(users, false)}
        items={items.map(({ action, Icon }) => (
          <Menu.Item
            key={action}
            leftSection={<Icon size={16} aria-hidden />}
            disabled={action === 'deactivate' && others.length === 0}
            onClick={() => dialog.open(action)}
          >
            {texts.actions[action]}
          </Menu.Item>
        ))}
      />
      {dialog.isOpen && dialog.target === 'end-date' && (
        <EndDateDialog users={users} onChange={(values) => change(users, values)} onClose={dialog.close} />
      )}
      {dialog.isOpen && dialog.target === 'pack' && (
        <PackDialog users={users} onChange={(values) => change(users, values)} onClose={dialog.close} />
      )}
      {dialog.isOpen && dialog.target === 'activate' && (
        <ActivityDialog users={users} isActive onChange={(values) => change(users, values)} onClose={dialog.close} />
      )}
      {dialog.isOpen && dialog.target === 'deactivate' && (
        <ActivityDialog
          users={others}
          isActive={false}
          isOwnKept={others.length < users.length}
          onChange={(values) => change(others, values)}
          onClose={dialog.close}
        />
      )}
    </>
  );
}
