import type { RecipientList } from '@sandpiper/contract/lists';
import { formatCount } from '../../platform/dates.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { useRemoveList } from './lists.queries.ts';

type RemoveListModalProps = { list: RecipientList | null; isOpen: boolean; onClose: () => void };

function contentsOf(count: number): string {
  if (count === 0) return 'It has no recipients.';
  return count === 1
    ? 'Its 1 recipient is deleted with it.'
    : `Its ${formatCount(count)} recipients are deleted with it.`;
}

export function RemoveListModal({ list, isOpen, onClose }: RemoveListModalProps) {
  const remove = useRemoveList();
  return (
    <ConfirmModal
      isOpen={isOpen}
      title="Delete List"
      confirm="Delete List"
      isDangerous
      onClose={onClose}
      onConfirm={() => {
        if (list !== null) remove.mutate(list);
        onClose();
      }}
    >
      <strong>{list?.name}</strong> is gone for good. {contentsOf(list?.recipient_count ?? 0)}
    </ConfirmModal>
  );
}
