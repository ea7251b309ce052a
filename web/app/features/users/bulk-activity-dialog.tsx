import type { User } from '@sandpiper/contract/users';
import { namesText } from '../../ui/bulk-bar.texts.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import type { BulkChange } from './users.queries.ts';
import { usersTexts } from './users.texts.ts';

type ActivityDialogProps = {
  users: readonly User[];
  isActive: boolean;
  /** Whether the administrator's own user account was selected too, but stays active. */
  isOwnKept?: boolean;
  onChange: (change: BulkChange) => void;
  onClose: () => void;
};

/** Asks for confirmation before users are activated or deactivated. */
export function ActivityDialog({ users, isActive, isOwnKept = false, onChange, onClose }: ActivityDialogProps) {
  const texts = usersTexts.bulk[isActive ? 'activate' : 'deactivate'];
  const running = users.reduce((sum, user) => sum + user.running_campaigns, 0);
  return (
    <ConfirmModal
      isOpen
      title={texts.title(users.length)}
      confirm={texts.confirm(users.length)}
      isDangerous={!isActive}
      onConfirm={() => onChange({ is_active: isActive })}
      onClose={onClose}
    >
      {texts.effect(namesText(users.map(({ username }) => username)))}
      {!isActive && running > 0 && ` ${usersTexts.bulk.pauses(running)}`}
      {isOwnKept && ` ${usersTexts.bulk.ownKept}`}
    </ConfirmModal>
  );
}
