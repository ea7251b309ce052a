import type { RecipientList } from '@sandpiper/contract/lists';

export type WorkModalProps = {
  /**
   * Null until the dialog is opened for the first time. The dialog is rendered before that, because otherwise it would lose the focus to
   * the menu.
   */
  list: RecipientList | null;
  isOpen: boolean;
  onClose: () => void;
  /** Called with the list that was created or added to. */
  onMade: (list: RecipientList) => void;
};
