import { useState, type KeyboardEvent } from 'react';

/**
 * Returns props for a searchable select. With them, Enter opens the dropdown or picks the highlighted option. By default, Enter would
 * submit the form while the dropdown is closed.
 */
export function useEnterOpens() {
  const [isOpen, setOpen] = useState(false);
  return {
    dropdownOpened: isOpen,
    onDropdownOpen: () => setOpen(true),
    onDropdownClose: () => setOpen(false),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      setOpen(true);
    },
  };
}
