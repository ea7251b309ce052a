import { useBlocker } from 'react-router';
import { useLeaveWarning } from '../platform/use-leave-warning.ts';
import { ConfirmModal } from './confirm-modal.tsx';

type LeaveQuestionProps = {
  /** Whether leaving the page now would discard unsaved input. */
  isLosing: boolean;
  title: string;
  text: string;
  confirm: string;
};

/** Asks for confirmation before the user leaves the page or closes the tab, if that would discard unsaved input. */
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
