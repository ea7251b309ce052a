import type { RecipientList } from '@sandpiper/contract/lists';
import { useNavigate } from 'react-router';
import { ListFormModal } from './list-form-modal.tsx';
import { RemoveListModal } from './remove-list-modal.tsx';
import { CopyListModal } from './list-work/copy-list-modal.tsx';
import { MergeListsModal } from './list-work/merge-lists-modal.tsx';
import { NotReachedModal } from './list-work/not-reached-modal.tsx';
import { SplitListModal } from './list-work/split-list-modal.tsx';

export type ListDialogKind = 'edit' | 'remove' | 'copy' | 'merge' | 'split' | 'notReached';
/** The open dialog. `new` is the dialog that creates an empty list. */
export type ListDialog = { kind: ListDialogKind; list: RecipientList } | { kind: 'new' };

type ListDialogsProps = {
  dialog: ListDialog | null;
  isOpen: boolean;
  onClose: () => void;
  onRemove?: () => void;
};

/** Renders the dialogs that can be opened from a list's menu, and the dialog that creates a list. */
export function ListDialogs({ dialog, isOpen, onClose, onRemove }: ListDialogsProps) {
  const navigate = useNavigate();
  const show = (list: RecipientList) => void navigate(`/lists/${list.id}`);
  const isOpenAs = (...kinds: ListDialog['kind'][]) => isOpen && dialog !== null && kinds.includes(dialog.kind);
  const list = dialog === null || dialog.kind === 'new' ? null : dialog.list;
  return (
    <>
      {/* Once a list has been created, its page opens, because the list is still empty and the user can add people there. */}
      <ListFormModal target={list ?? 'new'} isOpen={isOpenAs('new', 'edit')} onClose={onClose} onCreated={show} />
      <RemoveListModal list={list} isOpen={isOpenAs('remove')} onClose={onClose} onRemove={onRemove} />
      <CopyListModal list={list} isOpen={isOpenAs('copy')} onClose={onClose} onMade={show} />
      <MergeListsModal list={list} isOpen={isOpenAs('merge')} onClose={onClose} onMade={show} />
      <SplitListModal list={list} isOpen={isOpenAs('split')} onClose={onClose} onMade={() => void navigate('/lists')} />
      <NotReachedModal list={list} isOpen={isOpenAs('notReached')} onClose={onClose} onMade={show} />
    </>
  );
}
