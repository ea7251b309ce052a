import { useBlocker } from 'react-router';
import { useLeaveWarning } from '../platform/use-leave-warning.ts';
import { ConfirmModal } from './confirm-modal.tsx';

type LeaveQuestionProps = {
  /** Whether leaving the page now would lose what was typed. */
  isLosing: boolean;
  title: string;
  text: string;
  confirm: string;
};

/** Asks before the user follows a link or closes the tab while that would lose something. */
export function LeaveQuestion({ isLosing, title, text, confirm }: LeaveQuestionProps) {
  useLeaveWarning(isLosing);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return isLosing && currentLocation.pathname !== nextLocation.pathname;
  });
  return (
    <ConfirmModal
      isOpen={blocker.state === 'blocked'}
      title={title}
      confirm={confirm}
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {text}
    </ConfirmModal>
  );
}
