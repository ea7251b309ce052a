import type { RecipientList } from '@sandpiper/contract/lists';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useRemoveList } from './lists.queries.ts';
import { listTexts } from './lists.texts.ts';

type RemoveListModalProps = {
  list: RecipientList | null;
  isOpen: boolean;
  onClose: () => void;
  /** Called as soon as the user confirms, before the server has deleted the list. */
  onRemove?: (() => void) | undefined;
};

export function RemoveListModal({ list, isOpen, onClose, onRemove }: RemoveListModalProps) {
  const remove = useRemoveList();
  const { removal: texts } = listTexts;
  return (
    <ConfirmModal
      isOpen={isOpen}
      title={texts.title}
      confirm={texts.confirm}
      isDangerous
      onClose={onClose}
      onConfirm={() => {
        if (list !== null) remove.mutate(list);
        onClose();
        onRemove?.();
      }}
    >
      <RichText text={texts.question(list?.name ?? '', list?.recipient_count ?? 0)} tags={{ name: strong }} />
    </ConfirmModal>
  );
}
