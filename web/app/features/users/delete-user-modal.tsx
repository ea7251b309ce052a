import type { User } from '@sandpiper/contract/users';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useRemoveUser } from './users.queries.ts';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.remove;

type DeleteUserModalProps = { user: User; onDelete: () => void; onClose: () => void };

export function DeleteUserModal({ user, onDelete, onClose }: DeleteUserModalProps) {
  const removeUser = useRemoveUser();
  return (
    <ConfirmModal
      isOpen
      title={usersTexts.actions.delete}
      confirm={texts.confirm(user.username)}
      isDangerous
      isBusy={removeUser.isPending}
      onConfirm={() => {
        removeUser.mutate(user.id);
        onDelete();
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        <RichText text={texts.warning(user.username, user.profile_count)} tags={{ strong }} />
        {user.running_campaigns > 0 && ` ${texts.stops(user.running_campaigns)}`}
      </p>
    </ConfirmModal>
  );
}
