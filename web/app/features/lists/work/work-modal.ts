import type { RecipientList } from '@sandpiper/contract/lists';

export type WorkModalProps = {
  /** Null before the first opening. A dialog that is only rendered when it opens would lose the focus to the menu. */
  list: RecipientList | null;
  isOpen: boolean;
  onClose: () => void;
  /** The list that was made or added to. */
  onMade: (list: RecipientList) => void;
};
