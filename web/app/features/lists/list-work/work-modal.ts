import type { RecipientList } from '@sandpiper/contract/lists';

export type WorkModalProps = {
  /** Null before the dialog is opened for the first time. A dialog first rendered on opening would lose the focus to the menu. */
  list: RecipientList | null;
  isOpen: boolean;
  onClose: () => void;
  /** Called with the list that was created or added to. */
  onMade: (list: RecipientList) => void;
};
