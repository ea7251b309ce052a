import type { User } from '@sandpiper/contract/users';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { useRemoveUser } from './users.queries.ts';

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export function DeleteUserModal({ user, onClose }: { user: User; onClose: () => void }) {
  const removeUser = useRemoveUser();
  return (
    <ConfirmModal
      isOpen
      title="Delete User"
      confirm={`Delete ${user.username}`}
      isDangerous
      isBusy={removeUser.isPending}
      onConfirm={() => {
        removeUser.mutate(user.id);
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{user.username}</strong> is deleted for good, with {counted(user.profile_count, 'account')} and all
        templates, lists, campaigns and tickets.
        {user.running_campaigns > 0 ? ` ${counted(user.running_campaigns, 'running campaign')} will stop.` : ''}
      </p>
    </ConfirmModal>
  );
}
