import type { RecipientList } from '@sandpiper/contract/lists';

export type WorkModalProps = {
  /**
   * The list to work with, or null until the dialog is first opened. The dialog is mounted even while it is closed. Otherwise, the closing
   * menu would take focus from it.
   */
  list: RecipientList | null;
  isOpen: boolean;
  onClose: () => void;
  /** Called with the list that was created or extended. */
  onMade: (list: RecipientList) => void;
};
