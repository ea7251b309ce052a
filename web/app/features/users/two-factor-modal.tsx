import type { User } from '@sandpiper/contract/users';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { useRecentSignIn } from '../../ui/recent-sign-in.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useResetTwoFactor } from './users.queries.ts';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.twoFactor;

/** Asks for confirmation before two-factor sign-in is turned off for a user who can no longer get codes. */
export function TwoFactorModal({ user, onClose }: { user: User; onClose: () => void }) {
  const recentSignIn = useRecentSignIn(texts.what(user.username));
  const reset = useResetTwoFactor(recentSignIn);
  return (
    <>
      <ConfirmModal
        isOpen
        title={usersTexts.actions.twoFactor}
        confirm={texts.confirm}
        isDangerous
        isBusy={reset.isPending}
        onConfirm={() => reset.mutate(user.id, { onSuccess: onClose })}
        onClose={onClose}
      >
        <RichText text={texts.warning(user.username)} tags={{ strong }} />
      </ConfirmModal>
      {recentSignIn.dialog}
    </>
  );
}
