import { useLeaveBlock } from '../platform/use-leave-block.ts';
import { ConfirmModal } from './confirm-modal.tsx';

type LeaveQuestionProps = { title: string; text: string; confirm: string };

/** Asks for confirmation before the user leaves the page or closes the tab. Render it only while there is unsaved input. */
export function LeaveQuestion({ title, text, confirm }: LeaveQuestionProps) {
  const blocker = useLeaveBlock();
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
